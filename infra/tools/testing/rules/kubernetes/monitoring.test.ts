import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parts } from '@utter/local/processes/processes'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'
import { documentsOf, pathOf, textOf } from './manifests.ts'
import { dashboardMaps, dashboards, prometheusRule } from './monitoring.ts'

const read = (path: string) => readFileSync(join(repoDir, path), 'utf8')

const Relabeling = z.object({
  sourceLabels: z.optional(z.array(z.string())),
  targetLabel: z.string(),
  replacement: z.optional(z.string()),
})
const PodMonitor = z.object({
  kind: z.literal('PodMonitor'),
  spec: z.object({
    selector: z.object({
      matchExpressions: z.optional(z.array(z.object({ key: z.string(), values: z.array(z.string()) }))),
      matchLabels: z.optional(z.record(z.string(), z.string())),
    }),
    podMetricsEndpoints: z.array(z.object({ port: z.string(), relabelings: z.array(Relabeling) })),
  }),
})

test('the alerts of a cluster are those of one machine, as an object of Prometheus’ operator', async () => {
  await expect(textOf([prometheusRule()], 'infra/observability/alerts.yaml')).toMatchFileSnapshot(
    pathOf('components/monitoring/rules.yaml'),
  )
})

test('the dashboards of a cluster are those of one machine, where Grafana’s sidecar finds them', async () => {
  const maps = dashboardMaps()
  expect(maps.length).toBeGreaterThan(0)
  await expect(textOf(maps, dashboards)).toMatchFileSnapshot(pathOf('components/monitoring/dashboards.yaml'))
})

test('every process is asked, and what makes backups, under the labels that the alerts know', () => {
  const [ours, operator, kafka] = documentsOf('components/monitoring/pods.yaml').map((one) => PodMonitor.parse(one))
  const [selected] = ours?.spec.selector.matchExpressions ?? []
  expect(selected?.key).toBe('app.kubernetes.io/name')
  expect(selected?.values.toSorted()).toEqual(Object.keys(parts).sort())
  const [{ port, relabelings } = { port: '', relabelings: [] }] = ours?.spec.podMetricsEndpoints ?? []
  expect(port).toBe('private')
  expect(relabelings).toEqual([
    { targetLabel: 'job', replacement: 'utter' },
    { targetLabel: 'process', sourceLabels: ['__meta_kubernetes_pod_label_app_kubernetes_io_name'] },
  ])
  // The labels of the one machine's Prometheus, of which nothing else may be in an expression.
  const { scrape_configs } = parse(read('infra/observability/prometheus.yaml'))
  const jobs = scrape_configs.map(({ job_name }: { job_name: string }) => job_name)
  // Trial jobs, the other of the operator's commands that is measured, run outside of the cluster, where customers are.
  expect(jobs).toEqual(['utter', 'kafka', 'operator'])
  expect(operator?.spec.selector.matchLabels).toEqual({ 'app.kubernetes.io/name': 'backups' })
  expect(operator?.spec.podMetricsEndpoints).toEqual([
    { port: 'metrics', relabelings: [{ targetLabel: 'job', replacement: 'operator' }] },
  ])
  expect(kafka?.spec.podMetricsEndpoints[0]?.relabelings).toEqual([{ targetLabel: 'job', replacement: 'kafka' }])
})
