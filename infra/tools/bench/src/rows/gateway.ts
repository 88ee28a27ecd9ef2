import { addCustomers, newCustomer } from '../customers.ts'
import { openClient } from '../load/http-client.ts'
import { openLoop } from '../load/open-loop.ts'
import { tolerate } from '../load/tolerate.ts'
import type { Figure } from '../measure/figure.ts'
import { oneAtATime } from '../measure/one-at-a-time.ts'
import { between, inTurns } from '../measure/turns.ts'
import { cpuMsOf } from '../measure/usage.ts'
import { startOwn } from '../own-program.ts'
import { startLuaProxy, startPlainProxy } from '../peers/nginx-proxy.ts'
import { findWrk } from '../peers/wrk.ts'
import type { Row } from '../row.ts'
import { type Service, startServices } from '../services.ts'
import { emptyWeb } from '../web.ts'

const path = '/api/jobs'
/** More than either side answers in a minute. */
const readsPerMinute = '1000000000'
/** A load at which every side has most of its time free. */
const moderatePerSecond = 300

export const gateway: Row = {
  name: 'gateway',
  what: 'key, rate limit and forwarding, against nginx that does the same by Lua, plain nginx, a bare @fastify/http-proxy and the upstream itself',
  async run(context) {
    const { options } = context
    await context.backing()
    const press = await findWrk(context)
    const upstream = await startOwn(context, 'upstream')
    const customer = newCustomer()
    const { gateway: ours } = await startServices(context, ['gateway'], {
      gateway: { JOBS_URL: upstream.url, READS_PER_MINUTE: readsPerMinute, WEB_DIR: await emptyWeb(context) },
    })
    await addCustomers((await context.backing()).REDIS_URL, [customer])
    const nginx = await context.ifThere(() => startPlainProxy(context, upstream.url))
    const lua = options.quick
      ? undefined
      : await context.ifThere(() => startLuaProxy(context, upstream.url, readsPerMinute))
    const bare = await startOwn(context, 'bare-proxy', { UPSTREAM: upstream.url })
    const headers = { authorization: `Bearer ${customer.key}` }

    const pressed = async ({ url, pid }: Service) => {
      const beforeMs = cpuMsOf(pid)
      const { requests, perSecond } = await press(url + path, options.quick ? 1 : 4, headers)
      return { perSecond, cpuUs: ((cpuMsOf(pid) - beforeMs) * 1_000) / requests }
    }
    const asked = async ({ url }: Service) => {
      await using client = openClient(url)
      const load = { perSecond: moderatePerSecond, seconds: options.quick ? 1 : 4 }
      const { p50, p99, failed, sent } = await openLoop(load, async () => {
        await client.ask(path, { headers })
      })
      tolerate(failed, sent, `requests to ${url}`)
      return { p50, p99 }
    }
    // Cold code of Node is slow enough to refuse; only what is warm is measured.
    for (const { url } of [upstream, bare, ours])
      await press(url + path, options.quick ? 3 : 6, headers).catch(() => {})

    const side = (measured: Service) => ({
      // The upstream is behind each of them.
      programs: measured === upstream ? [] : [measured],
      turn: async () => ({ ...(await pressed(measured)), ...(await asked(measured)) }),
    })
    const rounds = await inTurns(
      options.pairs,
      oneAtATime({
        ours: side(ours),
        bare: side(bare),
        upstream: side(upstream),
        ...(nginx && { nginx: side(nginx) }),
        ...(lua && { lua: side(lua) }),
      }),
      context.report,
    )
    return {
      figures: figuresOf(rounds),
      notes: ['The upstream and the load generator share the two cores with what is measured.'],
    }
  },
}

type Measured = { perSecond: number; cpuUs: number; p50: number; p99: number }
type Round = { ours: Measured; bare: Measured; upstream: Measured; nginx?: Measured; lua?: Measured }

function figuresOf(rounds: Round[]): Figure[] {
  const rate = { name: 'throughput', unit: 'requests/s', kind: 'ratio', isMoreBetter: true } as const
  const cpu = { name: 'CPU a request', unit: 'µs', kind: 'ratio' } as const
  const toBare = between(rounds, 'ours', 'bare', 'bare @fastify/http-proxy')
  const toUpstream = between(rounds, 'ours', 'upstream')
  const toNginx = between(rounds, 'ours', 'nginx')
  const toLua = between(rounds, 'ours', 'lua', 'nginx with Lua')
  const p50 = { name: `p50 at ${moderatePerSecond}/s`, unit: 'ms', kind: 'ratio' } as const
  const p99 = { ...p50, name: `p99 at ${moderatePerSecond}/s` }
  const againstNginx = [
    toNginx('perSecond', { ...rate, goal: { min: 0.3 } }),
    toNginx('cpuUs', cpu),
    toNginx('p50', p50),
  ]
  const againstLua = [toLua('perSecond', rate), toLua('cpuUs', cpu), toLua('p50', p50), toLua('p99', p99)]
  return [
    toBare('cpuUs', { ...cpu, goal: { max: 1 } }),
    ...(rounds.some(({ nginx }) => nginx) ? againstNginx : []),
    ...(rounds.some(({ lua }) => lua) ? againstLua : []),
    toUpstream('p50', { name: 'added p50', unit: 'ms', kind: 'difference', goal: { max: 0.35 } }),
    toBare('perSecond', rate),
    toUpstream('perSecond', rate),
  ]
}
