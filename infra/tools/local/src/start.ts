import { once } from 'node:events'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { bringUp } from './bring-up.ts'
import { help } from './help.ts'
import { mailsOf } from './processes/processes.ts'
import { reportOn } from './report.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'
import { endTools } from './supervision/process-group.ts'

// `npm start`: everything up, one line when it is ready, everything down in order when asked.
const stopLimitMs = 14_500
const startedMs = Date.now()
process.stdout.on('error', () => {}) // After its terminal was closed the stop goes on without output.
const report = reportOn(process.stdout)
const stop = new AbortController()
const closing = new AsyncDisposableStack()
let asked = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    asked = true
    stop.abort()
  })
}
stop.signal.addEventListener('abort', () => {
  // The kernel ends the remaining children with this process.
  setTimeout(() => process.exit(1), stopLimitMs).unref()
  void endTools(2000)
})

try {
  const { verbose, dev, servers } = readArguments()
  const settings = readSettings(process.env)
  await bringUp({ settings, verbose, dev, serversOnly: servers, report, stop, closing })
  report(servers ? 'Kafka, Redis and MongoDB are ready.' : `Utter is ready on http://localhost:${settings.port}`)
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
  const here = (path: string) => relative(process.cwd(), path)
  const { MAIL_DIR } = mailsOf(settings)
  report(`Started in ${seconds} s; logs are in ${here(settings.dataDir)}/logs; Ctrl-C stops everything.`)
  if (MAIL_DIR && !servers)
    report(`Mails are kept in ${here(MAIL_DIR)}: npm run operator -- mail list. SMTP_URL has them sent.`)
  await once(stop.signal, 'abort')
} catch (error) {
  stop.abort()
  if (!asked) {
    console.error(error instanceof StartError ? error.message : error)
    process.exitCode = 1
  }
}
if (asked) report('Stopping.')
await closing.disposeAsync()
if (asked) report('Stopped.')
process.exit()

function readArguments() {
  const flag = { type: 'boolean' } as const
  const options = { help: flag, verbose: flag, dev: flag, servers: flag }
  try {
    const { values } = parseArgs({ options })
    if (values.help) {
      console.log(help)
      process.exit(0)
    }
    return { verbose: values.verbose ?? false, dev: values.dev ?? false, servers: values.servers ?? false }
  } catch {
    throw new StartError('That option is not known: npm start -- --help lists them all.')
  }
}
