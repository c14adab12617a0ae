/** Name of a device secret in the vault. A former device's secret stays until its orders are carried out. */
export function deviceSecretName(deviceId: string): string {
  return `device-secret/${deviceId}`;
}
