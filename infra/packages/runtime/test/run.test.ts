import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const program = new URL('./support/stopping.ts', import.meta.url).pathname

/** Starts the process and asks it to stop. @returns its lines and its exit code */
async function stopped(env: Record<string, string>): Promise<{ lines: string[]; code: number | null }> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, LOG_LEVEL: 'silent', STOP_LIMIT_MS: '5000', CONSUMERS_MS: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === 'ready') child.kill('SIGTERM')
    else lines.push(line)
  }
  return { lines, code: (await exited)[0] }
}

test('servers and consumers end side by side, then what they use is closed, and the process exits 0', async () => {
  expect(await stopped({ CONSUMERS_MS: '200' })).toEqual({
    code: 0,
    lines: [
      'the consumers stop',
      'the server stops',
      'the server has stopped',
      'the consumers have stopped',
      'the database is closed',
    ],
  })
})

test('an end that fails keeps none of the others from ending', async () => {
  const { lines, code } = await stopped({ FAULT: 'yes' })
  expect(code).toBe(0)
  expect(lines).toContain('the consumers have stopped')
  expect(lines.at(-1)).toBe('the database is closed')
})

test('an end that takes longer than its limit is cut off, with exit code 1', async () => {
  const { lines, code } = await stopped({ CONSUMERS_MS: '60000', STOP_LIMIT_MS: '300' })
  expect(code).toBe(1)
  expect(lines).not.toContain('the database is closed')
})

test.each([
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent'],
  ['STOP_DELAY_MS', 'soon', 'STOP_DELAY_MS must be a whole number'],
  ['STOP_LIMIT_MS', '1', 'STOP_LIMIT_MS must be at least 5 seconds'],
])('a wrong %s (%s) ends the start with one line', (name, value, sentence) => {
  const configured = new URL('./support/configured.ts', import.meta.url).pathname
  const env = { ...process.env, PORT: '1', PRIVATE_PORT: '2', [name]: value }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', configured],
    {
      env,
      encoding: 'utf8',
    },
  )
  expect(status).toBe(1)
  expect(stderr).toBe('')
  const lines = stdout.trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'fatal', msg: `The environment does not fit: ${sentence}` })
})
