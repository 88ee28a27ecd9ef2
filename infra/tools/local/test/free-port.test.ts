import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { checkPort, freePort } from '../src/free-port.ts'
import { StartError } from '../src/start-error.ts'

const program = `
  const { freePort } = await import(process.argv[1])
  const ports = []
  for (let i = 0; i < 300; i++) ports.push(await freePort())
  process.stdout.write(JSON.stringify(ports))
  process.stdin.resume()
`

/** Three hundred ports that another process has chosen, and of which no server listens on any. */
async function chooseElsewhere() {
  const module = new URL('../src/free-port.ts', import.meta.url).href
  const child = execFile(process.execPath, ['--input-type=module', '--eval', program, module])
  let text = ''
  while (!text.endsWith(']')) text += (await once(child.stdout ?? process.stdin, 'data'))[0]
  return { ports: JSON.parse(text) as number[], [Symbol.dispose]: () => void child.kill('SIGKILL') }
}

test('a chosen port is one that no connection of this machine goes out from', async () => {
  const port = await freePort()
  const given = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768 60999')
  expect(port).toBeLessThan(Number.parseInt(given, 10))
})

test('a port is never chosen twice, by this process or another one that lives, before anything listens', async () => {
  using elsewhere = await chooseElsewhere()
  const here: number[] = []
  for (let i = 0; i < 300; i++) here.push(await freePort())
  expect(new Set([...here, ...elsewhere.ports]).size).toBe(600)
})

test('a preferred port is taken where nothing listens, else another one', async () => {
  const preferred = await freePort()
  const server = createServer().listen(preferred, '127.0.0.1')
  await once(server, 'listening')
  expect(await freePort(preferred)).not.toBe(preferred)
  await expect(checkPort(preferred)).rejects.toThrow(StartError)
  await promisify(server.close).call(server)
  await expect(checkPort(preferred)).resolves.toBeUndefined()
})
