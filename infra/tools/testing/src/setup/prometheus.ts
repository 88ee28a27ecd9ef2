import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianRelease, unpackPackages } from '@utter/local/backing/debian'
import { plainEnv } from '@utter/local/backing/server'
import { fetchOnce } from '@utter/local/cache/fetch'
import { onPath } from '@utter/local/cache/on-path'
import { freePort } from '@utter/local/free-port'
import { readSettings, repoDir } from '@utter/local/settings'
import { superviseProcess } from '@utter/local/supervision/supervised-process'
import { parse, stringify } from 'yaml'
import { eventually } from '../eventually.ts'

/** An alert that fires. `labels` has its name as `alertname`. */
export type Firing = { labels: Record<string, string>; annotations: Record<string, string> }
/** The private addresses of replicas, by the name of their process. */
export type Targets = Record<string, string[]>

export type Prometheus = AsyncDisposable & {
  firing(): Promise<Firing[]>
  /** Sets the scraped targets from now on, as an answer of DNS does for containers. */
  discover(targets: Targets): Promise<void>
}

type Rule = { expr: string; for?: string }
type ScrapeConfig = { job_name: string }

const folder = join(repoDir, 'infra/observability')

/**
 * A Prometheus with the product's own alerts, quicker: it asks every second, looks at a thirtieth of each span of time, and a cause need last for two seconds.
 * Bounds are those of the file, but for waiting times of minutes (`waits`).
 * @param waits bounds in seconds that take the place of longer ones, by the metric
 * @param lagUrl where consumer lag is measured
 * @param operatorUrl where the operator's commands are
 */
export async function startPrometheus(
  targets: Targets,
  { waits, lagUrl, operatorUrl }: { waits: Record<string, number>; lagUrl: string; operatorUrl: string },
): Promise<Prometheus> {
  const { env } = readSettings(process.env)
  const binary = await findProgram('prometheus')
  // Until it is handed over: a start that fails must leave no program behind.
  await using closing = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'utter-prometheus-'))
  closing.defer(() => rm(dataDir, { recursive: true, force: true }))
  const discovered = join(dataDir, 'targets.json')
  const discover = (found: Targets) =>
    writeFile(
      discovered,
      JSON.stringify(
        Object.entries(found).map(([process, urls]) => ({
          targets: urls.map((url) => new URL(url).host),
          labels: { process },
        })),
      ),
    )
  await discover(targets)
  const config = parse(await readFile(join(folder, 'prometheus.yaml'), 'utf8'))
  const scraped: Record<string, object> = {
    utter: { file_sd_configs: [{ files: [discovered], refresh_interval: '1s' }] },
    kafka: { static_configs: [{ targets: [new URL(lagUrl).host] }] },
    operator: { static_configs: [{ targets: [new URL(operatorUrl).host] }] },
  }
  const settings = {
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: config.rule_files,
    scrape_configs: config.scrape_configs.map(({ job_name }: ScrapeConfig) => ({ job_name, ...scraped[job_name] })),
  }
  await writeFile(join(dataDir, 'prometheus.yaml'), stringify(settings))
  await writeFile(join(dataDir, 'alerts.yaml'), quickened(await readFile(join(folder, 'alerts.yaml'), 'utf8'), waits))
  const url = `http://127.0.0.1:${await freePort()}`
  const server = superviseProcess(
    {
      name: 'prometheus',
      command: [
        binary,
        `--config.file=${join(dataDir, 'prometheus.yaml')}`,
        `--storage.tsdb.path=${join(dataDir, 'data')}`,
        `--web.listen-address=${new URL(url).host}`,
        '--log.level=warn',
      ],
      cwd: dataDir,
      env: plainEnv(env),
      ready: async () => (await fetch(`${url}/-/ready`)).ok,
      readyTimeoutMs: 30_000,
      log: () => {},
    },
    { report: console.log },
  )
  closing.defer(() => server.stop(5_000))
  await server.start()
  const ask = async <Data>(path: string): Promise<Data> =>
    ((await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: Data }).data
  const firing = async () =>
    (await ask<{ alerts: (Firing & { state: string })[] }>('alerts')).alerts.filter(({ state }) => state === 'firing')
  // Before the first look at a process it has no replica.
  await eventually('Prometheus has seen every process', async () => {
    const { activeTargets } = await ask<{ activeTargets: { health: string }[] }>('targets?state=active')
    const areUp =
      activeTargets.length > Object.keys(targets).length && activeTargets.every(({ health }) => health === 'up')
    return areUp && (await firing()).length === 0
  })
  const handedOver = closing.move()
  return { discover, firing, [Symbol.asyncDispose]: () => handedOver.disposeAsync() }
}

/** A program of the installed Prometheus, else of Debian's, unpacked without installing: they need no libraries. @returns its path */
export async function findProgram(name: 'prometheus' | 'promtool'): Promise<string> {
  const { env, cacheDir } = readSettings(process.env)
  const installed = await onPath(name, env)
  if (installed) return installed
  const otherwise = 'install prometheus'
  const fetched = await fetchOnce({
    ...{ cacheDir, name: 'prometheus', label: 'Prometheus', report: console.log },
    version: await debianRelease(env, { label: 'Prometheus', otherwise }),
    make: (tmpDir) => unpackPackages(tmpDir, ['prometheus'], otherwise, async () => []),
  })
  return join(fetched, 'usr/bin', name)
}

const quicker = 30
const windows = /\[(\d+)([mh])\]/g
/** At the end of a line: an expression may have several. */
const longBounds = / > \d+$/gm

function quickened(file: string, waits: Record<string, number>): string {
  const { groups } = parse(file) as { groups: { rules: Rule[] }[] }
  const rules = groups.flatMap((group) => group.rules)
  for (const rule of rules) {
    rule.expr = rule.expr.replace(
      windows,
      (_, count, unit) => `[${(Number(count) * (unit === 'h' ? 3_600 : 60)) / quicker}s]`,
    )
    if (rule.for) rule.for = '2s'
  }
  for (const [metric, bound] of Object.entries(waits)) {
    const rule = rules.find(({ expr }) => expr.includes(metric))
    if (!rule || rule.expr.search(longBounds) < 0) throw new Error(`no alert waits for ${metric}`)
    rule.expr = rule.expr.replace(longBounds, ` > ${bound}`)
  }
  return stringify({ groups })
}
