package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"strings"

	"go.temporal.io/server/common/dynamicconfig"
)

// What the launcher tells.
type settings struct {
	ip        string
	port      int
	namespace string
	logLevel  string
	uiIP      string
	// 0 runs without the web UI.
	uiPort int
	// Empty keeps everything in memory.
	file          string
	pragmas       pairs
	dynamicConfig dynamicconfig.StaticClient
}

// As the dev server of the CLI has them: a search attribute can be used as soon as it is added, which
// asks more of the store.
var usual = map[string]any{
	"system.forceSearchAttributesCacheRefreshOnRead": true,
	"frontend.persistenceMaxQPS":                     10000,
	"history.persistenceMaxQPS":                      45000,
}

func readSettings(args []string) (*settings, error) {
	read := settings{pragmas: pairs{}}
	values := pairs{}
	var headless, newsFetchDisabled bool
	var logFormat string
	flags := flag.NewFlagSet("temporal server start-dev", flag.ContinueOnError)
	flags.SetOutput(os.Stdout)
	flags.StringVar(&read.ip, "ip", "127.0.0.1", "`address` of everything but the UI")
	flags.IntVar(&read.port, "port", 7233, "`port` that clients and workers speak to")
	flags.StringVar(&read.namespace, "namespace", "default", "`name` of the namespace that is made")
	flags.StringVar(&read.logLevel, "log-level", "warn", "least `level` of what is logged")
	flags.StringVar(&logFormat, "log-format", "json", "always json")
	flags.StringVar(&read.uiIP, "ui-ip", "127.0.0.1", "`address` of the UI")
	flags.IntVar(&read.uiPort, "ui-port", 8233, "`port` of the UI")
	flags.BoolVar(&headless, "headless", false, "runs without the UI")
	flags.BoolVar(&newsFetchDisabled, "ui-disable-news-fetch", true, "--ui-disable-news-fetch: always so")
	flags.StringVar(&read.file, "db-filename", "", "`file` that keeps everything")
	flags.Var(read.pragmas, "sqlite-pragma", "`name=value` for the file")
	flags.Var(values, "dynamic-config-value", "`name=JSON` for the server")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if headless {
		read.uiPort = 0
	}
	var err error
	read.dynamicConfig, err = dynamicConfig(values)
	return &read, err
}

func dynamicConfig(given pairs) (dynamicconfig.StaticClient, error) {
	all := maps.Clone(usual)
	for name, text := range given {
		value, err := decode(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all[name] = value
	}
	client := dynamicconfig.StaticClient{}
	for name, value := range all {
		client[dynamicconfig.MakeKey(name)] = value
	}
	return client, nil
}

// The server wants whole numbers as int.
func decode(text string) (any, error) {
	decoder := json.NewDecoder(bytes.NewBufferString(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	number, isNumber := value.(json.Number)
	if !isNumber {
		return value, nil
	}
	if whole, err := number.Int64(); err == nil {
		return int(whole), nil
	}
	return number.Float64()
}

// A flag that may be given many times.
type pairs map[string]string

func (p pairs) String() string { return "" }

func (p pairs) Set(text string) error {
	name, value, found := strings.Cut(text, "=")
	if !found {
		return fmt.Errorf("%q is no name=value", text)
	}
	p[name] = value
	return nil
}
