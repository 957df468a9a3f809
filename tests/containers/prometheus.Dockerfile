# Debian's Prometheus, to be scraped by.
ARG BASE_IMAGE=node:26-bookworm-slim
FROM ${BASE_IMAGE}
RUN apt-get -qq update \
 && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends prometheus >/dev/null \
 && rm -rf /var/lib/apt/lists/*
USER prometheus
CMD ["prometheus", "--config.file=/etc/scrape/prometheus.yml", "--storage.tsdb.path=/tmp/prometheus", "--web.listen-address=127.0.0.1:9090"]
