// Loaded before a process by `--import` (clock.ts): its wall clock is off by CLOCK_SHIFT_MS. Timers and `performance.now` are not, as on a machine
// whose time is wrong.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0)
const { now: rightNow } = Date
const now = () => rightNow() + shiftMs

const shifted: DateConstructor = new Proxy(Date, {
  construct: (date, given, newTarget) => Reflect.construct(date, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new shifted().toString(),
  get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
})
Date.prototype.constructor = shifted
globalThis.Date = shifted
