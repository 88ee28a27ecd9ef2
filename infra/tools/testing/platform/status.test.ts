import { StatusView } from '@utter/contracts/http/status/status-view'
import { Customer } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const status = async () => StatusView.parse(await (await fetch(`${url}/api/status`)).json())

test('everybody reads what is served, from the first figures on', async () => {
  await (await Customer.signUp(url)).speak('The lamp on the pier is lit again.')
  const known = await eventually('the figures of every part', async () => {
    const view = await status()
    return view.parts.every(({ days }) => days.at(-1)?.state !== 'unknown') && view
  })
  expect(known.parts.map(({ part }) => part)).toEqual(['submissions', 'voices', 'streams', 'webhooks'])
  for (const { now, hours, days } of known.parts) {
    expect(now).not.toBe('unknown')
    expect([hours.length, days.length]).toEqual([24, 90])
    expect(hours.at(-1)?.state).not.toBe('unknown')
  }
})

test('an incident of the operator is told to everybody, with its news, until it is resolved', async () => {
  const operator = await testOperator()
  const { id } = await operator.openIncident({ title: 'Voices are slow', text: 'We look into it.', parts: ['voices'] })
  const told = (state: string) =>
    eventually(`the incident is ${state}`, async () =>
      (await status()).incidents?.find((incident) => incident.id === id && incident.state === state),
    )
  expect(await told('investigating')).toMatchObject({ title: 'Voices are slow', parts: ['voices'], resolvedAt: null })
  await operator.updateIncident(id, { state: 'resolved', text: 'A vendor was slow, and is quick again.' })
  expect((await told('resolved')).updates.map(({ text }) => text)).toEqual([
    'A vendor was slow, and is quick again.',
    'We look into it.',
  ])
  expect((await operator.incidents()).map((incident) => incident.id)).toContain(id)
})
