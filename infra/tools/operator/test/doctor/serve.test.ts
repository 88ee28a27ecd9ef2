import { expect, onTestFinished, test } from 'vitest'
import { reportOf } from '../../src/doctor/report.ts'
import { serveDoctor } from '../../src/doctor/serve.ts'

const report = (observed: string) => reportOf([{ name: 'a: b', status: 'ok', observed, action: null }], new Date(0))

/** A doctor whose examinations end when the test lets them. */
async function openDoctor() {
  const examinations: PromiseWithResolvers<ReturnType<typeof report>>[] = []
  const server = await serveDoctor(
    () => {
      const one = Promise.withResolvers<ReturnType<typeof report>>()
      examinations.push(one)
      return one.promise
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(() => server[Symbol.asyncDispose]())
  return { examinations, ask: () => fetch(`${server.url}/internal/doctor`), url: server.url }
}

test('dashboards that ask at once, and soon after, get the report of one examination', async () => {
  const { examinations, ask } = await openDoctor()
  const asked = [ask(), ask()]
  await expect.poll(() => examinations.length).toBe(1)
  examinations[0]?.resolve(report('first'))
  for (const response of [...(await Promise.all(asked)), await ask()]) {
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(report('first'))))
  }
  expect(examinations).toHaveLength(1)
})

test('an examination that fails is a problem for its requests alone, and the next request begins another', async () => {
  const { examinations, ask } = await openDoctor()
  const asked = ask()
  await expect.poll(() => examinations.length).toBe(1)
  examinations[0]?.reject(new Error('no platform is there'))
  expect((await asked).status).toBe(500)
  const again = ask()
  await expect.poll(() => examinations.length).toBe(2)
  examinations[1]?.resolve(report('second'))
  expect((await again).status).toBe(200)
})

test('the server is alive while an examination hangs', async () => {
  const { examinations, ask, url } = await openDoctor()
  const asked = ask()
  await expect.poll(() => examinations.length).toBe(1)
  expect((await fetch(`${url}/health/live`)).status).toBe(200)
  expect((await fetch(`${url}/`)).status).toBe(404)
  examinations[0]?.resolve(report('first'))
  await asked
})
