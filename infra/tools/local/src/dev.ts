import { existsSync, globSync, watch } from 'node:fs'
import { join } from 'node:path'
import { plainEnv } from './backing/server.ts'
import { freePort } from './free-port.ts'
import { parts } from './processes/processes.ts'
import type { Report } from './report.ts'
import { repoDir, type Settings } from './settings.ts'
import { messageOf } from './start-error.ts'
import { openLog } from './supervision/log-file.ts'
import { type SupervisedProcess, superviseProcess } from './supervision/supervised-process.ts'

type Dev = { settings: Settings; report: Report; closing: AsyncDisposableStack; processes: SupervisedProcess[] }

// An editor writes a file in several steps, and a change of branch writes hundreds.
const settleMs = 250

/** `npm run dev`: a process starts again when its own folder changes, all of them when `infra` does; Vite serves the pages. */
export async function startDev({ settings, report, closing, processes }: Dev): Promise<void> {
  const pending = new Set<SupervisedProcess>()
  let timer: NodeJS.Timeout | undefined

  const restart = () => {
    const again = [...pending]
    pending.clear()
    report(`Sources changed; starting again: ${again.map(({ name }) => name).join(', ')}.`)
    for (const supervised of again)
      supervised.restart().then(
        () => report(`${supervised.name} is ready again.`),
        (error: unknown) => report(messageOf(error)),
      )
  }
  const follow = (folder: string, affected: SupervisedProcess[]) => {
    if (!existsSync(folder)) return
    const watcher = watch(folder, { recursive: true }, () => {
      for (const supervised of affected) pending.add(supervised)
      clearTimeout(timer)
      timer = setTimeout(restart, settleMs)
    })
    closing.defer(() => watcher.close())
  }
  for (const supervised of processes)
    follow(join(repoDir, parts[supervised.name]?.folder ?? supervised.name, 'src'), [supervised])
  for (const folder of globSync('infra/{packages,tools}/*/src', { cwd: repoDir, exclude: ['infra/tools/local/src'] }))
    follow(join(repoDir, folder), processes)
  if (existsSync(join(repoDir, 'web/index.html'))) await startVite({ settings, report, closing, processes })
}

async function startVite({ settings, report, closing }: Dev): Promise<void> {
  const port = await freePort(5173)
  const url = `http://localhost:${port}`
  const log = openLog(join(settings.dataDir, 'logs', 'vite.log'))
  const vite = superviseProcess(
    {
      name: 'vite',
      command: [
        process.execPath,
        join(repoDir, 'node_modules/vite/bin/vite.js'),
        '--port',
        String(port),
        '--strictPort',
        '--host',
        '127.0.0.1',
      ],
      cwd: join(repoDir, 'web'),
      env: { ...plainEnv(settings.env), UTTER_API: `http://127.0.0.1:${settings.port}` },
      ready: async () => (await fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(2000) })).ok,
      readyTimeoutMs: 60_000,
      log: log.write,
      logFile: log.path,
    },
    { report },
  )
  closing.defer(() => vite.stop(2000))
  await vite.start()
  report(`The web pages, as they are written, are on ${url}`)
}
