package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"github.com/google/uuid"
	uiserver "github.com/temporalio/ui-server/v2/server"
	uiconfig "github.com/temporalio/ui-server/v2/server/config"
	uioptions "github.com/temporalio/ui-server/v2/server/server_options"
	"go.temporal.io/server/common/authorization"
	"go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/common/membership/static"
	sqliteplugin "go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	"go.temporal.io/server/common/primitives"
	"go.temporal.io/server/common/testing/freeport"
	"go.temporal.io/server/schema/sqlite"
	"go.temporal.io/server/temporal"
)

const (
	clusterName = "active"
	store       = "sqlite"
	disabled    = "disabled"
)

// All four services in one process, without the HTTP API.
func newServer(settings *settings) (temporal.Server, error) {
	sql, err := openStore(settings)
	if err != nil {
		return nil, err
	}
	frontend := address(settings.ip, settings.port)
	ports := map[primitives.ServiceName]int{
		primitives.FrontendService: settings.port,
		primitives.HistoryService:  freeport.MustGetFreePort(),
		primitives.MatchingService: freeport.MustGetFreePort(),
		primitives.WorkerService:   freeport.MustGetFreePort(),
	}
	services := map[string]config.Service{}
	hosts := map[primitives.ServiceName]static.Hosts{}
	for name, port := range ports {
		services[string(name)] = config.Service{RPC: config.RPC{GRPCPort: port, BindOnIP: settings.ip}}
		hosts[name] = static.SingleLocalHost(address(settings.ip, port))
	}
	conf := &config.Config{
		Persistence: config.Persistence{
			DefaultStore:     store,
			VisibilityStore:  store,
			NumHistoryShards: 1,
			DataStores:       map[string]config.DataStore{store: {SQL: sql}},
		},
		ClusterMetadata: &cluster.Config{
			FailoverVersionIncrement: 10,
			MasterClusterName:        clusterName,
			CurrentClusterName:       clusterName,
			ClusterInformation: map[string]cluster.ClusterInformation{clusterName: {
				Enabled:                true,
				InitialFailoverVersion: 1,
				RPCAddress:             frontend,
				ClusterID:              uuid.NewString(),
			}},
		},
		DCRedirectionPolicy: config.DCRedirectionPolicy{Policy: "noop"},
		Services:            services,
		PublicClient:        config.PublicClient{HostPort: frontend},
	}
	conf.Global.Membership.MaxJoinDuration = 30 * time.Second
	conf.Global.Membership.BroadcastAddress = settings.ip
	conf.Archival.History.State = disabled
	conf.Archival.Visibility.State = disabled
	conf.NamespaceDefaults.Archival.History.State = disabled
	conf.NamespaceDefaults.Archival.Visibility.State = disabled
	return temporal.NewServer(
		temporal.WithConfig(conf),
		temporal.ForServices(temporal.DefaultServices),
		temporal.WithStaticHosts(hosts),
		temporal.WithLogger(log.NewZapLogger(log.BuildZapLogger(log.Config{Stdout: true, Level: settings.logLevel}))),
		// The loopback address is the only lock there is.
		temporal.WithAuthorizer(authorization.NewNoopAuthorizer()),
		temporal.WithDynamicConfigClient(settings.dynamicConfig),
	)
}

// The tables are made with the file; a file of another version is not brought forward.
func openStore(settings *settings) (*config.SQL, error) {
	sql := &config.SQL{PluginName: sqliteplugin.PluginName, ConnectAttributes: map[string]string{}}
	if settings.file == "" {
		sql.ConnectAttributes["mode"] = "memory"
		sql.ConnectAttributes["cache"] = "shared"
		sql.DatabaseName = fmt.Sprint(rand.IntN(1_000_000_000))
	} else {
		sql.ConnectAttributes["mode"] = "rwc"
		sql.DatabaseName = settings.file
	}
	for name, value := range settings.pragmas {
		sql.ConnectAttributes[name] = value
	}
	if settings.file != "" {
		if _, err := os.Stat(settings.file); os.IsNotExist(err) {
			if err := sqlite.SetupSchema(sql); err != nil {
				return nil, err
			}
		}
	}
	namespace, err := sqlite.NewNamespaceConfig(clusterName, settings.namespace, false, nil)
	if err != nil {
		return nil, err
	}
	return sql, sqlite.CreateNamespaces(sql, namespace)
}

// Ends with the process, and the process with it.
func serveUI(settings *settings) {
	ui := uiserver.NewServer(uioptions.WithConfigProvider(&uiconfig.Config{
		Host:                settings.uiIP,
		Port:                settings.uiPort,
		TemporalGRPCAddress: address(settings.ip, settings.port),
		DefaultNamespace:    settings.namespace,
		EnableUI:            true,
		DisableNewsFetch:    true,
		CORS:                uiconfig.CORS{CookieInsecure: true},
		HideLogs:            true,
	}))
	if err := ui.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func address(ip string, port int) string { return fmt.Sprintf("%s:%d", ip, port) }
