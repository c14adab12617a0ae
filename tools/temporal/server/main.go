// The Temporal server of the embedded stack: the server's own module on SQLite, and its web UI, told
// by the flags of `temporal server start-dev` that tools/temporal/temporal-server.ts gives. It is a program
// of its own because no module of the CLI that can be built brings a server with the fixes of 1.30.3.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/temporalio/ui-server/v2/server/version"
	"go.temporal.io/server/common/headers"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 1 && args[0] == "--version" {
		fmt.Printf("temporal version of Sideline (Server %s, UI %s)\n", headers.ServerVersion, version.UIVersion)
		return nil
	}
	if len(args) < 2 || args[0] != "server" || args[1] != "start-dev" {
		return errors.New("temporal --version | temporal server start-dev [flags]")
	}
	settings, err := readSettings(args[2:])
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	server, err := newServer(settings)
	if err != nil {
		return err
	}
	if settings.uiPort != 0 {
		go serveUI(settings)
	}
	if err := server.Start(); err != nil {
		return err
	}
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGINT, syscall.SIGTERM)
	<-told
	return server.Stop()
}
