import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lagSampleMs } from '@utter/http/metrics'
import { parts } from '@utter/local/processes/processes'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { writtenCompose } from './compose-file.ts'
import { sourceFiles } from './source-files.ts'

type Alert = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }
type RecordingRule = { record: string; expr: string; labels: { slo: string } }
type Panel = { title: string; targets?: { expr: string }[] }

const read = (path: string) => readFileSync(join(repoDir, path), 'utf8')
const rules: (Alert | RecordingRule)[] = parse(read('infra/observability/alerts.yaml')).groups.flatMap(
  (group: { rules: (Alert | RecordingRule)[] }) => group.rules,
)
const alerts = rules.filter((rule) => 'alert' in rule)
const recorded = rules.filter((rule) => 'record' in rule)
const dashboard: { panels: Panel[] } = JSON.parse(read('infra/observability/grafana/dashboards/utter.json'))
const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

/** The names of our own metrics. */
const measured = sourceFiles()
  .filter(({ path }) => /^(gateway|services|infra\/packages|infra\/tools\/operator)\/.*src\//.test(path))
  .flatMap(({ text }) => [...text.matchAll(/new (?:Counter|Gauge|Histogram)\(\{\s*name: '(\w+)'/g)])
  .map(([, name = '']) => name)
/** Metrics of Prometheus, of Node and of Kafka's exporter. */
const ofOthers = [
  ...['up', 'process_resident_memory_bytes', 'process_start_time_seconds', 'nodejs_eventloop_lag_p99_seconds'],
  'kafka_consumergroup_lag',
]

/** The metrics of an expression. PromQL's other words are functions, before a bracket, or labels, inside one. */
function metricsIn(expression: string): string[] {
  const plain = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|on) \([^)]*\)/g, '')
    .replace(/\b(or|and)\b/g, '')
    .replace(/\[[^\]]*\]/g, '')
  return [...plain.matchAll(/[a-z_][a-z0-9_:]*(?!\w*\s*\()/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
}

test('every metric of an alert or a panel is one that a process measures', () => {
  const known = new Set([...measured, ...ofOthers, ...recorded.map(({ record }) => record)])
  const used = [...rules.map(({ expr }) => expr), ...shown].flatMap(metricsIn)
  expect(used.length).toBeGreaterThan(20)
  expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([])
})

test('every metric of ours is shown', () => {
  const used = new Set(shown.flatMap(metricsIn))
  expect(measured.length).toBeGreaterThan(10)
  expect(measured.filter((name) => !used.has(name))).toEqual([])
})

test('the delay of the event loop is shown without the interval at which it is sampled', () => {
  expect(shown).toContain(`nodejs_eventloop_lag_p99_seconds - ${lagSampleMs / 1_000}`)
})

test('consumer lag is that of lasting groups: Compose and Strimzi leave out those of streams, and Prometheus asks the exporter', () => {
  const compose = writtenCompose().services['kafka-exporter']
  const { scrape_configs } = parse(read('infra/observability/prometheus.yaml'))
  expect(scrape_configs[1].static_configs[0].targets).toEqual(['kafka-exporter:9308'])
  const kafka = parseAllDocuments(read('k8s/components/stores/kafka.yaml')).map((one) => one.toJS())
  const { groupExcludeRegex } = kafka.find(({ kind }) => kind === 'Kafka').spec.kafkaExporter
  expect(compose?.command).toContain(`--group.exclude=${groupExcludeRegex}`)
  const isLeftOut = (group: string) => new RegExp(`^${groupExcludeRegex}$`).test(group)
  expect([isLeftOut(`notifier-${randomUUID()}`), isLeftOut('notifier-deletions'), isLeftOut('jobs')]).toEqual([
    true,
    false,
    false,
  ])
})

test('the alert of a process without a replica knows every process', () => {
  const expr = alerts.find(({ alert }) => alert === 'NoReplicaAnswers')?.expr ?? ''
  const named = [...expr.matchAll(/absent\(up\{job="utter", process="(\w+)"\}\)/g)].map(([, name]) => name)
  expect(named.sort()).toEqual(Object.keys(parts).sort())
})

test('every alert has its part of the page on what to do, and none is there for nothing', () => {
  const parts = [...read('infra/operating/alerts.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(parts).toEqual(alerts.map(({ alert }) => alert))
  for (const { labels, annotations } of alerts) {
    expect(['page', 'ticket']).toContain(labels.severity)
    expect(annotations.summary).not.toBe('')
  }
})

test('every alert is fired by its cause in the tests of alerts', () => {
  const tested = [...read('infra/observability/alerts.test.yaml').matchAll(/alertname: (\w+)/g)].map(([, name]) => name)
  expect([...new Set(tested)].sort()).toEqual(alerts.map(({ alert }) => alert).sort())
})

test('each objective has a budget and a row of its page, and is measured alike over the four windows of its alert', () => {
  const bySlo = Map.groupBy(recorded, ({ labels }) => labels.slo)
  const windows = ['5m', '30m', '1h', '6h']
  for (const [slo, own] of bySlo) {
    const [budget, ...bad] = own.toSorted((a, b) => windows.findIndex(isOf(a)) - windows.findIndex(isOf(b)))
    expect(budget?.record, slo).toBe('utter:slo_budget:ratio')
    expect(bad.map(({ record }) => record)).toEqual(windows.map((window) => `utter:slo_bad:ratio_rate${window}`))
    const measures = bad.map(({ expr }, i) => expr.replaceAll(`[${windows[i]}]`, '[window]'))
    expect(new Set(measures).size, slo).toBe(1)
    expect(measures[0], slo).toContain('[window]')
  }
  const rows = [...read('infra/operating/slos.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, slo]) => slo)
  expect(rows).toEqual([...bySlo.keys()])
})
const isOf =
  ({ record }: RecordingRule) =>
  (window: string) =>
    record.endsWith(`rate${window}`)
