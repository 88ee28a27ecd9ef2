import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'
import { openFolder } from '../src/open-folder.ts'
import { findProgram } from '../src/setup/prometheus.ts'

type Labels = Record<string, string>
type RuleTest = {
  interval: string
  input_series: { series: string; values: string }[]
  alert_rule_test: { exp_alerts: { exp_labels: Labels }[] }[]
}
type PodMonitor = {
  metadata: { namespace: string }
  spec: { podMetricsEndpoints: { port: string; relabelings: { targetLabel: string; replacement?: string }[] }[] }
}
/** Where a platform runs: its rules, and the labels that its Prometheus gives what it asks of a process or of Kafka's exporter. */
type Labeling = { rules: object; labelsOf: (process: string, isOfKafka: boolean) => Labels }

const read = (path: string) => readFileSync(join(repoDir, path), 'utf8')
const observability = 'infra/observability'

function onOneMachine(): Labeling {
  const { scrape_configs } = parse(read(`${observability}/prometheus.yaml`)) as {
    scrape_configs: { job_name: string }[]
  }
  const [ours, kafka] = scrape_configs.map(({ job_name }) => job_name)
  return {
    rules: parse(read(`${observability}/alerts.yaml`)),
    labelsOf: (process, isOfKafka) => ({
      ...(isOfKafka ? { job: kafka ?? '' } : { job: ours ?? '', process }),
      instance: '10.0.0.7:9090',
    }),
  }
}

/** Prometheus' operator names the pod too, in labels that nothing on one machine has. */
function onACluster(): Labeling {
  const monitors = parseAllDocuments(read('k8s/components/monitoring/pods.yaml')).map((one) => one.toJS() as PodMonitor)
  return {
    rules: parse(read('k8s/components/monitoring/rules.yaml')).spec,
    labelsOf(process, isOfKafka) {
      const { metadata, spec } = monitors[isOfKafka ? 1 : 0] ?? { metadata: { namespace: '' }, spec: undefined }
      const [{ port = '', relabelings = [] } = {}] = spec?.podMetricsEndpoints ?? []
      const job = relabelings.find(({ targetLabel }) => targetLabel === 'job')?.replacement ?? ''
      const container = isOfKafka ? 'kafka-exporter' : process
      return {
        ...(isOfKafka ? { job } : { job, process }),
        ...{ instance: '10.0.0.7:9090', namespace: metadata.namespace, endpoint: port },
        ...{ container, pod: `${container}-6c9f7d5b8-x2x7q` },
      }
    },
  }
}

/** The series of a test, under all labels that it has there; those that the test gives are kept, but for the job, which Prometheus gives. */
function labelled(series: string, { labelsOf }: Labeling): [text: string, labels: Labels] {
  const [, name = '', given = ''] = /^(\w+)\{(.*)\}$/.exec(series) ?? []
  if (!name) throw new Error(`a series without labels: ${series}`)
  const own = Object.fromEntries(
    [...given.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
  )
  const there = labelsOf(own.process ?? 'jobs', name.startsWith('kafka_'))
  const labels: Labels = { ...there, ...own, job: there.job ?? '' }
  const text = Object.entries(labels).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return [`${name}{${text.join(', ')}}`, labels]
}

/**
 * The tests of the alerts, as they must pass there: a file for each interval, at which its rules are evaluated, or two days would take a
 * minute. An alert that names an instance has all labels of its series.
 */
function testsFor(labeling: Labeling): object[] {
  const { tests } = parse(read(`${observability}/alerts.test.yaml`)) as { tests: RuleTest[] }
  return [...Map.groupBy(tests, ({ interval }) => interval)].map(([interval, alike]) => ({
    rule_files: ['rules.yaml'],
    evaluation_interval: interval,
    tests: alike.map(({ input_series, alert_rule_test, ...more }) => ({
      ...more,
      input_series: input_series.map((one) => ({ ...one, series: labelled(one.series, labeling)[0] })),
      alert_rule_test: alert_rule_test.map(({ exp_alerts, ...when }) => ({
        ...when,
        exp_alerts: exp_alerts.map(({ exp_labels, ...alert }) => {
          const source = input_series
            .map(({ series }) => labelled(series, labeling)[1])
            .find(({ instance }) => instance === exp_labels.instance)
          return { ...alert, exp_labels: { ...source, ...exp_labels } }
        }),
      })),
    })),
  }))
}

test.each([
  ['one machine', onOneMachine],
  ['a cluster', onACluster],
])(
  'every alert is silent at first and fired by its cause under the labels of %s',
  async (_, place) => {
    await using folder = await openFolder()
    const labeling = place()
    await writeFile(join(folder.path, 'rules.yaml'), stringify(labeling.rules))
    const files = testsFor(labeling).map((content, i) => ({ name: `tests-${i}.yaml`, content }))
    for (const { name, content } of files) await writeFile(join(folder.path, name), stringify(content))
    const { stdout } = await promisify(execFile)(
      await findProgram('promtool'),
      ['test', 'rules', ...files.map(({ name }) => name)],
      {
        cwd: folder.path,
      },
    ).catch((error: { stdout: string; stderr: string }) => ({ stdout: `${error.stdout}${error.stderr}` }))
    expect(stdout).not.toContain('FAILED')
    expect(stdout.match(/SUCCESS/g)).toHaveLength(files.length)
  },
  120_000,
)
