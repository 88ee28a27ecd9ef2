import { setTimeout as pause } from 'node:timers/promises'
import { serveEngine } from '../../src/engines/serve-engine.ts'

const received: string[] = []

/** An engine of which each request is a command: `busy 300` keeps its thread for so many ms, `wait 300` does not, `hang` never ends, `grow 300` takes so many MB and hangs, `crash` ends the process, `pid` returns its process id, `env` its environment, `received` the requests that it got. */
serveEngine<string, string>(async (request) => {
  received.push(request)
  const [what, ms = '0'] = request.split(' ')
  if (what === 'crash') process.kill(process.pid, 'SIGKILL')
  if (what === 'wait') await pause(Number(ms))
  const taken = what === 'grow' ? Buffer.alloc(Number(ms) * 1e6, 1) : undefined
  const until = Date.now() + Number(ms)
  while (what === 'hang' || taken || (what === 'busy' && Date.now() < until));
  if (what === 'env') return JSON.stringify(process.env)
  if (what === 'received') return received.join()
  return what === 'pid' ? String(process.pid) : request
})
