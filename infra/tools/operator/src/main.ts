import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { scopes } from '@utter/contracts/credential'
import type { KeyRow } from '@utter/contracts/http/internal/list-keys'
import { type TierName, tierNames } from '@utter/contracts/plans'
import { topics } from '@utter/contracts/topics'
import { CallRefused } from '@utter/http/call'
import { readSettings } from '@utter/local/settings'
import { openDeadLetterOffice } from '@utter/messaging/dead-letter-office'
import { help } from './help.ts'
import { createOperator, readTarget } from './operator.ts'

/** Said without a stack: the person at the keyboard can mend it. */
class UsageError extends Error {}

// Who reads the beginning alone, as `head` does, has what he wanted.
process.stdout.on('error', () => process.exit(0))

const { dataDir } = readSettings(process.env)
const { positionals, values: flags } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { help: { type: 'boolean' }, days: { type: 'string' } },
})
const [noun = '', verb = '', ...rest] = positionals
const usualName = 'made by the operator'

try {
  if (noun === '' || noun === 'help' || flags.help) console.log(help)
  else await command(`${noun} ${verb}`.trim())
} catch (error) {
  console.error(sentenceOf(error))
  process.exit(1)
}

async function command(name: string): Promise<void> {
  const target = await readTarget(join(dataDir, 'run.json')).catch(() => {
    throw new UsageError('No platform runs on this data folder: start one with npm start.')
  })
  const operator = createOperator(target)
  const brokers = (target.run.backing.KAFKA_BROKERS ?? '').split(',')
  switch (name) {
    case 'plan set': {
      const plan = argument(1, 'PLAN')
      if (!tierNames.includes(plan as TierName)) throw new UsageError(`PLAN must be one of ${tierNames.join(', ')}.`)
      await operator.setPlan(argument(0, 'EMAIL'), plan as TierName)
      return console.log(`${rest[0]} has the plan ${plan}.`)
    }
    case 'rate set':
      await operator.setRate(argument(0, 'EMAIL'), whole(1, 'N'))
      return console.log(`${rest[0]} may send ${rest[1]} requests in 60 s.`)
    case 'calls set':
      await operator.setCalls(argument(0, 'EMAIL'), whole(1, 'USED'))
      return console.log(`${rest[0]} has used ${rest[1]} calls.`)
    case 'key create':
      return console.log(await operator.createKey(argument(0, 'EMAIL'), rest[1] ?? usualName, [...scopes], days()))
    case 'key list':
      return listKeys(argument(0, 'EMAIL'), await operator.keys(argument(0, 'EMAIL')))
    case 'key revoke':
      await operator.revokeKey(argument(0, 'EMAIL'), argument(1, 'ID'))
      return console.log(`The key ${rest[1]} of ${rest[0]} is worth nothing any more.`)
    case 'job show':
      return console.log(JSON.stringify(await operator.job(argument(0, 'ID')), null, 2))
    case 'dead list':
    case 'dead replay':
      return dead(brokers, verb)
    case 'status':
      return status(brokers, target.run.processes)
    default:
      throw new UsageError(`There is no command '${name}'.\n\n${help}`)
  }
}

function listKeys(email: string, keys: KeyRow[]): void {
  if (keys.length === 0) console.log(`${email} has no keys.`)
  else
    console.table(
      keys.map(({ id, name, scopes, createdAt, usedAt, expiresAt }) => ({
        id,
        name,
        scopes: scopes.join(' '),
        made: createdAt.slice(0, 10),
        'last used': usedAt.slice(0, 10),
        ends: expiresAt?.slice(0, 10) ?? 'never',
      })),
    )
}

async function dead(brokers: string[], what: string): Promise<void> {
  const topic = argument(0, 'TOPIC')
  if (!Object.hasOwn(topics, topic)) throw new UsageError(`TOPIC must be one of ${Object.keys(topics).join(', ')}.`)
  const office = await openDeadLetterOffice(brokers)
  try {
    if (what === 'list') {
      const letters = await office.list(topic)
      if (letters.length > 0) console.table(letters)
      else console.log(`${topic} has no dead letters.`)
    } else {
      const { replayed, kept } = await office.replay(topic)
      console.log(`${replayed} messages were published again on ${topic}.`)
      if (kept > 0) console.log(`${kept} batches that cannot be decoded were kept: \`dead list ${topic}\` says why.`)
    }
  } finally {
    await office.close()
  }
}

async function status(
  brokers: string[],
  processes: Record<string, { pid: number; privateUrl?: string | undefined }>,
): Promise<void> {
  for (const [name, { pid, privateUrl }] of Object.entries(processes)) {
    const health = privateUrl
      ? await fetch(`${privateUrl}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
          (answer) => answer.json(),
          () => ({ status: 'no answer' }),
        )
      : { status: 'running' }
    console.log(`${name.padEnd(10)} ${String(pid).padEnd(8)} ${(health as { status: string }).status}`)
  }
  const office = await openDeadLetterOffice(brokers)
  const lags = await office.lags()
  await office.close()
  console.log(lags.length === 0 ? '\nNo listener is behind.' : '\nBehind:')
  for (const { group, topic, lag } of lags) console.log(`${group.padEnd(16)} ${topic.padEnd(24)} ${lag}`)
  const { bavail, bsize } = await statfs(dataDir)
  console.log(`\n${((bavail * bsize) / 2 ** 30).toFixed(1)} GiB of disk are free.`)
}

function argument(index: number, name: string): string {
  const value = rest[index]
  if (!value) throw new UsageError(`${name} is missing.\n\n${help}`)
  return value
}

function whole(index: number, name: string): number {
  const value = Number(argument(index, name))
  if (!Number.isInteger(value) || value < 0) throw new UsageError(`${name} must be a whole number.`)
  return value
}

/** Until a key ends. */
function days(): number | undefined {
  if (flags.days === undefined) return undefined
  const count = Number(flags.days)
  if (!Number.isInteger(count) || count < 1) throw new UsageError('N must be a whole number of days, at least 1.')
  return count
}

function sentenceOf(error: unknown): string {
  if (error instanceof UsageError) return error.message
  if (error instanceof CallRefused) {
    const body = /^\{/.test(error.body) ? (JSON.parse(error.body) as { error?: string }) : {}
    return body.error ?? `The service answered with ${error.status}.`
  }
  return error instanceof Error ? error.message : String(error)
}
