import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { environmentOf, parts } from '../src/processes.ts'
import { readSettings, repoDir } from '../src/settings.ts'

const everything = new Proxy({}, { get: (_, key) => String(key), has: () => true })
const places = Object.fromEntries(
  Object.keys(parts).map((name, at) => [name, { port: 5000 + at, privatePort: 6000 + at }]),
)

/** The variables that a process reads, by the names in its config.ts. */
const readBy = (folder: string) =>
  [...readFileSync(join(repoDir, folder, 'src/config.ts'), 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(
    (match) => match[1] ?? '',
  )

test.for(Object.entries(parts))('%s can be given every variable that it reads', ([name, { folder }]) => {
  const given = environmentOf(name, {
    settings: { ...readSettings({}, '/nowhere'), env: everything },
    backing: { MONGO_URL: 'mongodb://m', KAFKA_BROKERS: 'k:1', REDIS_URL: 'redis://r' },
    secrets: {
      AUDIO_SIGNING_KEY: 'audio',
      REDIS_PASSWORD: 'redis',
      IDENTITY_PUBLIC_KEYS: 'public',
      identityKeys: { gateway: 'g', operator: 'o', account: 'a', notifier: 'n' },
    },
    places,
    models: { voiceDir: '/voice', chatModelPath: '/model' },
  })
  expect(readBy(folder).filter((variable) => !(variable in given))).toEqual([])
})
