import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { parse } from 'yaml'

export const dashboards = 'infra/observability/grafana/dashboards'
const read = (path: string) => readFileSync(join(repoDir, path), 'utf8')

/** The alerts of one machine as an object of Prometheus' operator. */
export const prometheusRule = () => ({
  apiVersion: 'monitoring.coreos.com/v1',
  kind: 'PrometheusRule',
  metadata: { name: 'utter', namespace: 'utter' },
  spec: parse(read('infra/observability/alerts.yaml')),
})

/** The dashboards of one machine, where Grafana's sidecar finds them. */
export const dashboardMaps = () =>
  readdirSync(join(repoDir, dashboards)).map((file) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: `dashboard-${file.replace(/\.json$/, '')}`,
      namespace: 'utter',
      labels: { grafana_dashboard: '1' },
    },
    data: { [file]: read(`${dashboards}/${file}`) },
  }))
