import { type ServedPart, type ServedPartName, servedParts } from '@utter/contracts/http/status/served'
import type { Clock } from '@utter/runtime/clock'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import { type Connection, type Model, Schema } from 'mongoose'
import { isDuplicate, openModel } from '../model.ts'
import { dayOfTime, partOf, type ServedCounts, type ServedDay, shownDays, slotMs, slotOf } from './served-states.ts'

type ServedDocument = ServedDay & { _id: string; part: ServedPartName; until: Date }

/** The counts of a process since it began. */
type ReadCounts = () => ServedCounts | Promise<ServedCounts>

export interface ServedFigures extends AsyncDisposable {
  /** Adds what was counted since the last turn; a replica that counted nothing says that it is there. */
  write(): Promise<void>
  read(): Promise<ServedPart[]>
}

interface ServedFiguresOptions {
  connection: Connection
  /** The parts that this service answers for. */
  parts: Partial<Record<ServedPartName, ReadCounts>>
  clock: Clock
  log: Log
  everyMs?: number
}

const dayMs = 24 * 3_600_000

/** The collection of what a service has served. */
export function openServed(connection: Connection): Promise<Model<ServedDocument>> {
  const schema = new Schema<ServedDocument>(
    { _id: String, part: String, day: String, slots: Object, until: Date },
    { versionKey: false, minimize: false },
  )
  schema.index({ until: 1 }, { expireAfterSeconds: 0 })
  return openModel(connection, 'served', schema)
}

/**
 * Keeps what a service has served, by slots of ten minutes, a document for each part and day: all replicas add to it. A day is a document of some
 * kilobytes, whatever was served, and is gone after the days that are shown.
 */
export async function openServedFigures({
  connection,
  parts,
  clock,
  log,
  everyMs = 10_000,
}: ServedFiguresOptions): Promise<ServedFigures> {
  const model = await openServed(connection)
  const own = servedParts.filter((part) => parts[part])
  const written = new Map<ServedPartName, ServedCounts>()
  const present = new Map<ServedPartName, string>()
  /** Days that are over do not change. */
  const past = new Map<string, ServedDay>()

  async function writePart(part: ServedPartName): Promise<void> {
    const total = (await parts[part]?.()) ?? { served: 0, failed: 0 }
    const before = written.get(part) ?? { served: 0, failed: 0 }
    const now = clock.now().getTime()
    const [day, slot] = [dayOfTime(now), slotOf(now)]
    const place = `${day} ${slot}`
    const [served, failed] = [total.served - before.served, total.failed - before.failed]
    if (served === 0 && failed === 0 && present.get(part) === place) return
    const add = () =>
      model.updateOne(
        { _id: `${part} ${day}` },
        {
          $inc: { [`slots.${slot}.served`]: served, [`slots.${slot}.failed`]: failed },
          $setOnInsert: { part, day, until: new Date(Date.parse(day) + (shownDays + 1) * dayMs) },
        },
        { upsert: true },
      )
    // Another replica has inserted the day meanwhile.
    await add().catch((error) => (isDuplicate(error) ? add() : Promise.reject(error)))
    written.set(part, total)
    present.set(part, place)
  }

  async function daysOf(part: ServedPartName, now: number): Promise<ServedDay[]> {
    const today = dayOfTime(now)
    const days = Array.from({ length: shownDays }, (_, index) => dayOfTime(now - index * dayMs))
    const ids = days.map((day) => `${part} ${day}`)
    // The last minutes of yesterday may still be written.
    const isOver = (day: string) => now - Date.parse(day) > dayMs + slotMs
    const missing = ids.filter((id) => !past.has(id))
    const found = await model.find({ _id: { $in: missing } }, { day: 1, slots: 1 }).lean<ServedDocument[]>()
    for (const { _id, day, slots } of found) if (isOver(day)) past.set(_id, { day, slots })
    for (const [index, id] of ids.entries()) {
      const day = days[index] ?? today
      if (isOver(day) && !past.has(id)) past.set(id, { day, slots: {} })
    }
    for (const id of past.keys()) if (id.startsWith(`${part} `) && !ids.includes(id)) past.delete(id)
    return [...found.filter(({ day }) => !isOver(day)), ...ids.flatMap((id) => past.get(id) ?? [])]
  }

  const write = async () => {
    for (const part of own) await writePart(part)
  }
  const loop = repeatEvery(everyMs, 'the figures of what is served', log, write)
  return {
    write,
    async read() {
      const now = clock.now().getTime()
      return Promise.all(own.map(async (part) => partOf(part, await daysOf(part, now), now)))
    },
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      await write().catch((error) => log.warn({ err: error }, 'the last figures of what was served are lost'))
    },
  }
}
