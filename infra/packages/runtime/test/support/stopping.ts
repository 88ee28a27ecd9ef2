// A process for run.test.ts: prints what ends when; CONSUMERS_MS is how long its consumers take.
import { setTimeout as pause } from 'node:timers/promises'
import { run } from '../../src/run.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

await run('stopping', async ({ resources, onStop }) => {
  const alive = setInterval(() => {}, 1_000)
  resources.defer(async () => {
    clearInterval(alive)
    print('the database is closed')
  })
  onStop(async () => {
    print('the consumers stop')
    await pause(Number(process.env.CONSUMERS_MS))
    print('the consumers have stopped')
  })
  onStop(async () => {
    print('the server stops')
    if (process.env.FAULT) throw new Error('a fault of the server')
    print('the server has stopped')
  })
  print('ready')
})
