import client.infrastructure.Serializer
import client.models.CompleteTaskPayload
import client.models.FormQuestion
import client.models.Operation
import client.models.OperationMetadata
import client.models.QuickLogCompleteTaskOperation
import client.models.SyncRequest
import java.time.OffsetDateTime
import java.util.UUID

private val json by lazy {
    // The service refuses null where a field may only be absent.
    Serializer.kotlinxSerializationJsonConfiguration = { explicitNulls = false }
    Serializer.kotlinxSerializationJson
}

private val tick = QuickLogCompleteTaskOperation(
    clientOperationId = "0198c0de-op-1",
    operationType = QuickLogCompleteTaskOperation.OperationType.entries.single(),
    operationVersion = 1,
    localSequence = 1,
    expectedRevision = 1,
    clientRecordedAt = OffsetDateTime.parse("2026-01-05T08:00:00.000Z"),
    payloadChecksum = "sha-256:e5eaf367b04d70c0472bf60e8cce890dbf6991af4d3eeb19cb6945b648e8bf35",
    payload = CompleteTaskPayload(UUID.fromString("0198c0de-0000-7000-8000-000000000003")),
    metadata = OperationMetadata(appVersion = "1.0.0", timezone = "Europe/Berlin", locale = "de-CH"),
)

private val batch = SyncRequest(
    deviceId = UUID.fromString("0198c0de-0000-7000-8000-000000000002"),
    operations = listOf(Operation.QuickLogCompleteTaskOperationValue(tick)),
)

private const val LATER = """{"kind":"HOLOGRAM","depth":3}"""

/** Prints a first batch as JSON, then how a question of a kind that is not known yet is decoded. */
fun main() {
    println(json.encodeToString(SyncRequest.serializer(), batch))
    println(json.decodeFromString(FormQuestion.serializer(), LATER)::class.simpleName)
}
