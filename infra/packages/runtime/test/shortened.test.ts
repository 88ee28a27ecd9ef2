import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** The result of `shortened(10_000)` in a process of this environment. */
const tenSeconds = (env: Record<string, string>) =>
  Number(
    spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { shortened } from ${JSON.stringify(new URL('../src/shortened.ts', import.meta.url).href)}
         process.stdout.write(String(shortened(10_000)))`,
      ],
      { env: { PATH: process.env.PATH, ...env } },
    ).stdout,
  )

test.each([
  ['divided where tests ask for it', { SHORTENED_BY: '3' }, 3_333],
  ['itself where nothing is set', {}, 10_000],
  ['itself in production, whatever is set', { SHORTENED_BY: '3', NODE_ENV: 'production' }, 10_000],
  ['itself where no number is set', { SHORTENED_BY: 'a lot' }, 10_000],
])('a span of time is %s', (_, env, ms) => {
  expect(tenSeconds(env as Record<string, string>)).toBe(ms)
})
