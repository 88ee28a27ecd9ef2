import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@utter/testing/eventually'
import { openBalancer } from '@utter/testing/setup/balancer'
import { expect, test } from 'vitest'

/** A process that is ready, and answers with its name. @param port a free one, if not given */
async function start(name: string, port = 0) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('connection', 'close').end(name)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const own = (server.address() as AddressInfo).port
  const url = `http://127.0.0.1:${own}`
  return {
    asked,
    port: own,
    member: { url, privateUrl: url },
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

test('the first member that is added gets the next request', async () => {
  await using first = await start('gateway')
  const balancer = await openBalancer([])
  await balancer.add(first.member)
  expect(await (await fetch(balancer.url)).text()).toBe('gateway')
  await balancer.close()
})

test('a process that takes the port of a member that was removed gets none of its requests', async () => {
  await using stays = await start('jobs')
  const leaves = await start('jobs')
  const balancer = await openBalancer([stays.member, leaves.member])
  await leaves[Symbol.asyncDispose]()
  balancer.remove(leaves.member)
  await using stranger = await start('speech', leaves.port)
  stays.asked.splice(0)
  await eventually('the members are probed', () => stays.asked.length > 2)
  stranger.asked.splice(0)
  const answers: string[] = []
  for (let i = 0; i < 4; i++) answers.push(await (await fetch(balancer.url)).text())
  await balancer.close()
  expect(answers).toEqual(['jobs', 'jobs', 'jobs', 'jobs'])
  expect(stranger.asked).toEqual([])
})
