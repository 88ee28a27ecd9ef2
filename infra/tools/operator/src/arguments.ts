import { maxCreditCents } from '@utter/contracts/http/internal/billing/adjustments'
import { incidentStates } from '@utter/contracts/http/status/incident'
import { type ServedPartName, servedParts } from '@utter/contracts/http/status/served'
import { type TierName, tierNames } from '@utter/contracts/plans'
import { topics } from '@utter/contracts/topics'
import { Argument, Option } from 'commander'
import type { Place } from './private-server.ts'
import { UsageError } from './usage-sentence.ts'

// Arguments of the commands, each with its check: a wrong one ends in a sentence that names it, before a platform is looked for.

export const email = argument('<EMAIL>', 'the email address of the account', (value) => value)
export const anEmail = argument('[EMAIL]', 'the email address of one account; without, all', (value) => value)
export const plan = argument('<PLAN>', tierNames.join(', '), oneOf('PLAN', tierNames as readonly TierName[]))
export const rate = argument('<N>', 'requests in 60 s', wholeNumber('N'))
export const concurrency = argument('<N>', 'active jobs at once', wholeNumber('N'))
export const used = argument('<USED>', 'calls used in this period', wholeNumber('USED'))
export const trusted = argument('<DOLLARS>', 'US dollars a period', wholeNumber('DOLLARS'))
export const keyName = argument('[NAME]', 'a name to know the key by', (value) => value)
export const keyId = argument('<ID>', 'as `key list` prints it', (value) => value)
export const jobId = argument('<ID>', 'the id of the job', (value) => value)
export const mailId = argument('<ID>', 'as `mail list` prints it', (value) => value)
export const incidentId = argument('<ID>', 'as `incident list` prints it', (value) => value)
export const incidentState = argument('<STATE>', incidentStates.join(', '), oneOf('STATE', incidentStates))
export const incidentTitle = argument('<TITLE>', 'what people see is wrong, in a line', (value) => value)
export const incidentText = argument('<TEXT>', 'what is known, and what is done', (value) => value)
export const incidentPart = new Option(
  '--part <PART>',
  `what it touches, once for each: ${servedParts.join(', ')}`,
).argParser((value, before: ServedPartName[] = []) => [...before, oneOf('PART', servedParts)(value)])
export const reason = argument('<REASON>', 'why, for its owner to read', (value) => value)
export const credited = argument('<AMOUNT>', 'at most 1000 dollars, with cents: 12.50', (value) =>
  hundredthsOf('AMOUNT', value, maxCreditCents / 100),
)
export const vendor = argument('<NAME>', 'as `vendor list` prints it', (value) => value)
export const topic = argument('<TOPIC>', 'the topic that was consumed', oneOf('TOPIC', Object.keys(topics)))
export const backupFile = argument('<FILE>', 'the path of the backup', (value) => value)

export const suspended = new Option('--suspended', 'only those that are suspended')
export const emailPrefix = new Option('--email <PREFIX>', 'only those whose address begins so, by their addresses')
export const before = new Option('--before <TIME>', 'only those that came before, as a row of this list names it')

export const backupsKept = argument('<FOLDER>', 'where the backups are, for this alone', (value) => value)
export const hoursBetween = new Option('--every <HOURS>', 'hours between two, at most 168')
  .default(24)
  .argParser(wholeBetween('HOURS', 1, 168))
export const howManyStay = new Option('--keep <N>', 'how many stay, the newest, at most 1000')
  .default(14)
  .argParser(wholeBetween('N', 1, 1_000))
export const replace = new Option('--replace', 'remove the documents that are there')

export const recipient = new Option(
  '--recipient <KEY>',
  'a public key of age (age1…), whose owner can read it, once for each; without, those of BACKUP_RECIPIENT',
).argParser((value, before: string[] = []) => [...before, value])
export const identityFile = new Option(
  '--identity <FILE>',
  'the secret key of a backup that is encrypted, as age-keygen writes it',
)

export const firstMonth = new Option('--from <YYYY-MM>', 'the first month').argParser(aMonth).makeOptionMandatory()
export const lastMonth = new Option('--to <YYYY-MM>', 'the last month').argParser(aMonth).makeOptionMandatory()
export const giftReason = new Option('--reason <TEXT>', 'why: it is kept in the log').makeOptionMandatory()
export const invoiceNumber = new Option('--invoice <NUMBER>', 'another invoice than the last one that was paid')
export const amount = new Option('--amount <AMOUNT>', 'a part of it, with cents: 12.50').argParser((value) =>
  hundredthsOf('AMOUNT', value, 999_999),
)
export const currency = new Option('--currency <CODE>', 'of the amount, such as eur')
  .default('usd')
  .argParser((value) => {
    if (!/^[a-z]{3}$/i.test(value)) throw new UsageError('CODE must be the code of a currency, such as eur.')
    return value.toLowerCase()
  })
export const cancels = new Option('--cancel', 'ends the plan at once as well')

export const asJson = new Option('--json', 'the report as JSON')
export const allRows = new Option('--all', 'each row in full, those that are right too')
export const reportFile = new Option('--report <FILE>', 'the JSON in a file as well, for its owner alone')
export const backupsFolder = new Option('--backups <FOLDER>', 'where the backups are, of which the newest is looked at')
export const servedAt = new Option(
  '--serve <[HOST:]PORT>',
  'answers GET /internal/doctor there until it is stopped, for a dashboard; without HOST, on this machine alone',
)
  .conflicts(['json', 'all', 'report'])
  .argParser(aPlace)

export const platformUrl = new Option(
  '--url <URL>',
  'where customers reach the platform; without, UTTER_URL or its gateway',
).argParser((value) => {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new UsageError('URL must be an address, such as https://utter.example.')
  return value
})
export const trialVoice = new Option('--voice <ID>', 'the voice that speaks').default('default')
export const trialLimit = new Option('--limit <SECONDS>', 'in which its sound must have come, at most 600')
  .default(60)
  .argParser(wholeBetween('SECONDS', 1, 600))
export const trialEvery = new Option(
  '--every <SECONDS>',
  'again and again, until it is stopped; with --serve every 300',
).argParser(wholeBetween('SECONDS', 10, 86_400))
export const metricsAt = new Option(
  '--serve <[HOST:]PORT>',
  'answers GET /metrics there until it is stopped, for Prometheus; without HOST, on this machine alone',
).argParser(aPlace)

export const days = new Option('--days <N>', 'days until the key expires; without, it never does').argParser(
  (value) => {
    const count = Number(value)
    if (!Number.isInteger(count) || count < 1) throw new UsageError('N must be a whole number of days, at least 1.')
    return count
  },
)

export const jobCount = new Option('--jobs <N>', 'how many jobs, at most 1000').default(200).argParser((value) => {
  const count = Number(value)
  if (!Number.isInteger(count) || count < 1 || count > 1_000)
    throw new UsageError('N must be a whole number of jobs, 1 to 1000.')
  return count
})

function aPlace(value: string): Place {
  const [, host = '127.0.0.1', port] = /^(?:(\[[\da-f:]+\]|[\w.-]+):)?(\d{1,5})$/i.exec(value) ?? []
  if (port === undefined || Number(port) > 65_535)
    throw new UsageError('PORT must be a port, or an address and a port: 9464 or 0.0.0.0:9464.')
  return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port) }
}

function wholeBetween(name: string, min: number, max: number) {
  return (value: string): number => {
    const number = Number(value)
    if (!Number.isInteger(number) || number < min || number > max)
      throw new UsageError(`${name} must be a whole number, ${min} to ${max}.`)
    return number
  }
}

function aMonth(value: string): string {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(value)) throw new UsageError('YYYY-MM must be a month such as 2026-03.')
  return value
}

/** Hundredths of an amount: more than nothing, and no more than the bound. */
function hundredthsOf(name: string, value: string, max: number): number {
  const [, whole = '', cents = ''] = /^(\d{1,6})(?:\.(\d\d))?$/.exec(value) ?? []
  const sum = Number(whole) * 100 + Number(cents)
  if (whole === '' || sum === 0 || sum > max * 100)
    throw new UsageError(`${name} must be at most ${max}, such as 12 or 12.50.`)
  return sum
}

function argument<Value>(form: string, description: string, parse: (value: string) => Value): Argument {
  const made = new Argument(form, description)
  return made.argParser((value) => {
    if (value === '') throw new UsageError(`${made.name()} is missing.`)
    return parse(value)
  })
}

function wholeNumber(name: string) {
  return (value: string): number => {
    const number = Number(value)
    if (!Number.isInteger(number) || number < 0) throw new UsageError(`${name} must be a whole number.`)
    return number
  }
}

function oneOf<Value extends string>(name: string, values: readonly Value[]) {
  return (value: string): Value => {
    const found = values.find((one) => one === value)
    if (!found) throw new UsageError(`${name} must be one of ${values.join(', ')}.`)
    return found
  }
}
