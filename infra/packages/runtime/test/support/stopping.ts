// A process for run.test.ts: says what ends when, and takes as long for it as the environment says.
import { setTimeout as pause } from 'node:timers/promises'
import { run } from '../../src/run.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

await run('stopping', async ({ resources, onStop }) => {
  const alive = setInterval(() => {}, 1_000)
  resources.defer(async () => {
    clearInterval(alive)
    say('the database is closed')
  })
  onStop(async () => {
    say('the consumers stop')
    await pause(Number(process.env.CONSUMERS_MS))
    say('the consumers have stopped')
  })
  onStop(async () => {
    say('the server stops')
    if (process.env.FAULT) throw new Error('a fault of the server')
    say('the server has stopped')
  })
  say('ready')
})
