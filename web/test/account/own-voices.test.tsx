import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { standardPlans, type TierName } from '@utter/contracts/plans'
import { beforeEach, describe, expect, test } from 'vitest'
import { aUser } from '../answers/account.ts'
import { anOwnVoice, blendableVoices } from '../answers/jobs.ts'
import { soundsOfPage } from '../support/sounds.ts'
import { answer, type Handlers, problem, renderApp, sentTo, serve } from '../support/support.tsx'
import '../../src/pages/account/account.tsx'
import '../../src/pages/account/further-account-parts.tsx'
import '../../src/features/own-voices/add-voice-dialog.tsx'
import '../../src/features/own-voices/blend-dialog.tsx'
import '../../src/features/own-voices/remove-voice-dialog.tsx'

const mine = '/api/voices/mine'
const narrator = anOwnVoice('My narrator')
const clone = anOwnVoice('Ada', {
  id: 'clonedAda',
  description: 'by ElevenLabs',
  provider: 'elevenlabs',
  blend: undefined,
})

/** The account's voices, as its server has them: `voices` is what a handler changes. */
let present: object[]

async function open(voices: object[] = [], handlers: Handlers = {}, tier: TierName = 'creator') {
  present = voices
  const served = serve({
    'GET /api/auth/me': () => answer({ user: aUser({ subscriptionTier: tier }) }),
    'GET /api/plans': () => answer(standardPlans),
    'GET /api/voices': () => answer(blendableVoices()),
    [`GET ${mine}`]: () => answer(present),
    ...handlers,
  })
  renderApp('/account')
  await screen.findByRole('heading', { name: 'Own voices' })
  return served
}
const added = (voice: object) => {
  present = [...present, voice]
  return answer(voice, 201)
}
const part = () => within(document.getElementById('voices')!)
const press = async (name: string | RegExp) => userEvent.click(await part().findByRole('button', { name }))
const dialog = () => within(screen.getByRole('dialog'))
const pressThere = (name: string) => userEvent.click(dialog().getByRole('button', { name }))

describe('the list', () => {
  test('is empty at first, and says how many there may be', async () => {
    await open()
    expect(await part().findByText('No own voices yet')).toBeDefined()
    expect(part().getByText('0 of 10 used')).toBeDefined()
  })

  test('has each voice with what it is made of, to be heard', async () => {
    await open([narrator, clone])
    expect(await part().findByText('Heart 60 %, Michael 40 %')).toBeDefined()
    expect(part().getByText('by ElevenLabs')).toBeDefined()
    expect(part().getByRole('button', { name: 'Play a sample of My narrator' })).toBeDefined()
    expect(part().getByRole('button', { name: 'Copy the ID of Ada' })).toBeDefined()
  })

  test('says on a plan without own voices from which on they are, and keeps those of before', async () => {
    await open([], {}, 'starter')
    expect(await part().findByText('Own voices are available on the creator plan and above.')).toBeDefined()
    expect(part().getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/pricing')
    expect(part().queryByRole('button', { name: 'Blend voices' })).toBeNull()
  })

  test('keeps voices of an earlier plan', async () => {
    await open([narrator], {}, 'free')
    expect(await part().findByText('My narrator')).toBeDefined()
    expect(part().getByText(/Those that you have stay/)).toBeDefined()
  })

  test('takes no more than the plan has', async () => {
    await open(Array.from({ length: 10 }, (_, at) => ({ ...narrator, id: `blend-${at}`, name: `Voice ${at}` })))
    expect((await part().findByRole<HTMLButtonElement>('button', { name: 'Blend voices' })).disabled).toBe(true)
    expect(part().getByText('10 of 10 used')).toBeDefined()
  })

  test('says why it could not be read', async () => {
    await open([], { [`GET ${mine}`]: () => problem(503, 'Try again in a moment') })
    expect((await part().findByRole('alert')).textContent).toContain('Try again in a moment')
  })
})

test('a voice is removed after a question', async () => {
  const { count } = await open([narrator, clone], {
    [`DELETE ${mine}/clonedAda`]: () => {
      present = [narrator]
      return answer('')
    },
  })
  await press('Remove Ada')
  await screen.findByText('Jobs can name it no more. It stays at its provider.')
  expect(count(`DELETE ${mine}/clonedAda`)).toBe(0)
  await pressThere('Remove voice')
  await waitFor(() => expect(part().queryByText('Ada')).toBeNull())
  expect(part().getByText('My narrator')).toBeDefined()
})

describe('Add by ID', () => {
  const fill = (label: string, text: string) => userEvent.type(dialog().getByLabelText(label), text)

  test('needs an ID, a name and the tick, and shows a refusal at its field', async () => {
    const refused = { details: [{ field: 'voiceId', message: 'Invalid voice ID' }] }
    const { count } = await open([], { [`POST ${mine}`]: () => problem(400, 'Invalid voice ID', refused) })
    await press('Add by ID')
    await screen.findByRole('dialog')
    await pressThere('Add voice')
    for (const text of ['Voice ID is required', 'Name is required', 'Tick the box: the speaker has to agree'])
      expect(await dialog().findByText(text)).toBeDefined()
    await fill('Voice ID', 'nobody')
    await fill('Name', 'Ada')
    await pressThere('Add voice')
    expect(count(`POST ${mine}`)).toBe(0)
    await userEvent.click(dialog().getByRole('checkbox'))
    await pressThere('Add voice')
    const field = dialog().getByLabelText('Voice ID')
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(dialog().getByText('Invalid voice ID')).toBeDefined()
    expect(sentTo(`POST ${mine}`)).toEqual([{ voiceId: 'nobody', name: 'Ada', consent: true }])
  })

  test('shows the new voice in the list', async () => {
    await open([], { [`POST ${mine}`]: () => added(clone) })
    await press('Add by ID')
    await screen.findByRole('dialog')
    await fill('Voice ID', 'clonedAda')
    await fill('Name', 'Ada')
    await userEvent.click(dialog().getByRole('checkbox'))
    await pressThere('Add voice')
    expect(await part().findByText('Ada')).toBeDefined()
  })
})

describe('Blend voices', () => {
  const parts = () => dialog().getAllByLabelText<HTMLSelectElement>('Voice')
  const chosen = () => parts().map(({ value }) => value)
  const weigh = (name: string, value: string) =>
    fireEvent.change(dialog().getByLabelText(`Weight of ${name}`), { target: { value } })
  const shares = () =>
    dialog()
      .getAllByRole('slider')
      .map((slider) => slider.getAttribute('aria-valuetext'))
  const openBlend = async (handlers: Handlers = {}) => {
    const served = await open([], handlers)
    await press('Blend voices')
    await screen.findByRole('dialog')
    return served
  }

  test('mixes one to four voices of one language, none of them twice', async () => {
    await openBlend()
    expect(chosen()).toEqual(['af_heart', 'am_michael'])
    expect(shares()).toEqual(['50 % of the blend', '50 % of the blend'])
    weigh('Heart', '1')
    expect(shares()).toEqual(['67 % of the blend', '33 % of the blend'])
    await pressThere('Add voice')
    await pressThere('Add voice')
    expect(chosen()).toEqual(['af_heart', 'am_michael', 'af_bella', 'am_puck'])
    expect(dialog().queryByRole('button', { name: 'Add voice' })).toBeNull()
    expect(
      within(parts()[0]!)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Heart · female · US', 'Nova · female · US'])
    for (const name of ['Heart', 'Bella', 'Puck']) await pressThere(`Leave out ${name}`)
    expect(dialog().getByRole<HTMLButtonElement>('button', { name: 'Leave out Michael' }).disabled).toBe(true)
    await userEvent.selectOptions(dialog().getByLabelText('Language'), 'Spanish')
    expect(chosen()).toEqual(['ef_dora'])
  })

  test('is saved with a name and its weights', async () => {
    const { count } = await openBlend({ [`POST ${mine}`]: () => added(narrator) })
    await pressThere('Save voice')
    expect(await dialog().findByText('Name is required')).toBeDefined()
    expect(count(`POST ${mine}`)).toBe(0)
    weigh('Michael', '0.75')
    await userEvent.selectOptions(parts()[0]!, 'af_nova')
    await userEvent.type(dialog().getByLabelText('Name'), 'My narrator')
    await pressThere('Save voice')
    expect(await part().findByText('My narrator')).toBeDefined()
    expect(sentTo(`POST ${mine}`)).toEqual([
      {
        name: 'My narrator',
        blend: [
          { voiceId: 'af_nova', weight: 0.5 },
          { voiceId: 'am_michael', weight: 0.75 },
        ],
      },
    ])
  })

  describe('Hear it', () => {
    let play: ReturnType<typeof soundsOfPage>
    beforeEach(() => {
      play = soundsOfPage()
    })

    test('plays the blend, and asks for each once', async () => {
      const { count } = await openBlend({ [`POST ${mine}/sample`]: () => answer('mp3') })
      await pressThere('Hear it')
      await dialog().findByRole('button', { name: 'Pause' })
      weigh('Heart', '0.25')
      await pressThere('Hear it')
      await waitFor(() => expect(play).toHaveBeenCalledTimes(2))
      weigh('Heart', '0.5')
      await pressThere('Hear it')
      await waitFor(() => expect(play).toHaveBeenCalledTimes(3))
      expect(count(`POST ${mine}/sample`)).toBe(2)
      expect(sentTo(`POST ${mine}/sample`)[1]).toEqual({
        blend: [
          { voiceId: 'af_heart', weight: 0.25 },
          { voiceId: 'am_michael', weight: 0.5 },
        ],
      })
    })

    test('says why not, and waits as long as the server says', async () => {
      const busy = () => problem(503, 'The voices are busy, try again in a moment', {}, { 'retry-after': '5' })
      await openBlend({ [`POST ${mine}/sample`]: busy })
      await pressThere('Hear it')
      expect((await dialog().findByRole('alert')).textContent).toBe('The voices are busy, try again in a moment')
      expect(dialog().getByRole<HTMLButtonElement>('button', { name: /^Try again in \d s$/ }).disabled).toBe(true)
      expect(play).not.toHaveBeenCalled()
    })
  })

  test('says so where there are no natural voices', async () => {
    await open([], { 'GET /api/voices': () => answer([]) })
    await press('Blend voices')
    expect(await screen.findByText(/has no natural voices of its own/)).toBeDefined()
  })
})
