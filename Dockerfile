# The service in one image. The database is outside it (see compose.yaml), or embedded under /data.
FROM debian:12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates nodejs npm && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY contract contract
COPY engines engines
COPY platform platform
COPY modules modules
COPY server server
COPY capture capture
COPY dashboard dashboard
COPY cli cli
COPY examples examples
COPY tools/node tools/node
RUN sh tools/node server/dashboard/prebuild.ts

FROM debian:12-slim
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates ffmpeg libheif-examples tini util-linux && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin service && install -d -o service -m 0700 /data
COPY --from=build /app /app
WORKDIR /app
ENV DATA_DIR=/data ADMIN_HOST=0.0.0.0
USER service
VOLUME /data
EXPOSE 8080 8081 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["sh", "tools/node", "-e", "fetch('http://127.0.0.1:9090/readyz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "sh", "tools/node", "server/main.ts"]
