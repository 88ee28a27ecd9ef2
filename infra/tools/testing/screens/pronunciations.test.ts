import type { TierName } from '@utter/contracts/plans'
import type { Customer } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { sizes, useScreens } from '@utter/testing/customers/screens'
import { eventually } from '@utter/testing/eventually'
import { testOperator } from '@utter/testing/setup/operator'
import { describe, expect, test } from 'vitest'

const { openPage, url } = useScreens()
const path = '/api/pronunciations'
const speakingMs = 30_000

/** Another plan, as the copy of the session has it too. */
async function lowerPlan(customer: Customer, tier: TierName): Promise<void> {
  await (await testOperator()).setPlan(customer.email, tier)
  await eventually(`the plan is ${tier}`, async () => {
    const { applied } = (await customer.get(`${path}?kept=true`)).body as { applied: boolean }
    return !applied
  })
}

describe.each(sizes)('pronunciations at $name px', ({ size }) => {
  test('by keyboard alone: an entry is heard, saved and heard again, without a call; on a lower plan it is removed', async () => {
    const customer = await signUpOnPlan(url, 'creator')
    const { page, complaints } = await openPage({ ...size, customer })
    await page.goto('/account#pronunciations')
    const part = page.locator('#pronunciations')
    const dialog = page.getByRole('dialog')
    await part.getByRole('button', { name: 'Add pronunciation' }).focus()
    await page.keyboard.press('Enter')
    await dialog.getByLabel('As it is written').focus()
    await page.keyboard.type('SQL')
    await page.keyboard.press('Tab')
    await page.keyboard.type('sequel, as it is said by many')
    for (const _ of ['Language', 'Hear it']) await page.keyboard.press('Tab')
    const samples: number[] = []
    page.on('response', (response) => response.url().endsWith(`${path}/sample`) && samples.push(response.status()))
    await page.keyboard.press('Enter')
    await dialog.getByRole('button', { name: 'Pause' }).waitFor({ timeout: speakingMs })
    await dialog.getByLabel('As it is written').focus()
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await part.getByRole('button', { name: 'Hear SQL' }).focus()
    await page.keyboard.press('Enter')
    await part.getByRole('button', { name: 'Pause SQL' }).waitFor({ timeout: speakingMs })
    expect(samples).toEqual([200, 200])
    expect((await customer.get('/api/usage')).body).toMatchObject({ apiCallsUsed: 0 })
    expect((await customer.get('/api/jobs')).body).toEqual([])

    await lowerPlan(customer, 'starter')
    await page.reload()
    await part.getByText('Not applied on your plan:').waitFor()
    expect(await part.getByRole('button').count()).toBe(1)
    await part.getByRole('button', { name: 'Remove SQL' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Remove SQL?' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await part.getByText('Pronunciation lists are available from the creator plan.').waitFor()
    await part.getByRole('link', { name: 'Compare plans' }).waitFor()
    expect((await customer.get(`${path}?kept=true`)).body).toEqual({ entries: [], applied: false })
    expect(complaints).toEqual([])
  })
})
