import { eventually } from '@utter/testing/eventually'
import { openHttpServer } from '@utter/testing/http-server'
import { openBalancer } from '@utter/testing/setup/balancer'
import { expect, test } from 'vitest'

/** A process that is ready, and answers with its name. @param port a free one, if not given */
async function start(name: string, port = 0) {
  const asked: string[] = []
  const server = await openHttpServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('connection', 'close').end(name)
  }, port)
  return { ...server, asked, member: { url: server.url, privateUrl: server.url } }
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
