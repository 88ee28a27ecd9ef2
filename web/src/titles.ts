import { paths } from '@utter/contracts/screens'
import { type MessageDescriptor, msg, t } from './lib/language/words.ts'

export interface ScreenMessages {
  title: MessageDescriptor
  subtitle?: MessageDescriptor
}

/** The title of each screen: drawn before its code and its data are there. */
export const titles = {
  [paths.dashboard]: { title: msg('Dashboard'), subtitle: msg('Real-time monitoring of voice pipeline jobs') },
  [paths.jobs]: { title: msg('Job Queue'), subtitle: msg('View and manage all voice pipeline jobs') },
  [paths.playground]: { title: msg('API Playground'), subtitle: msg('Send a voice job and hear the result') },
  [paths.chatbot]: { title: msg('Voice Chatbot'), subtitle: msg('Ask a question and hear the answer') },
  [paths.works]: { title: msg('Works'), subtitle: msg('Books and other long texts, spoken chapter by chapter') },
  [paths.newWork]: {
    title: msg('New work'),
    subtitle: msg('A book or another long text, and the voice that speaks it'),
  },
  [paths.work]: { title: msg('Work'), subtitle: msg('Its chapters, to be heard and changed') },
  [paths.batches]: { title: msg('Batches'), subtitle: msg('Many texts at once, each of them a sound') },
  [paths.newBatch]: { title: msg('New batch'), subtitle: msg('A list of texts, and the voice that speaks them') },
  [paths.batch]: { title: msg('Batch'), subtitle: msg('Its lines, as they are spoken') },
  [paths.voices]: { title: msg('Voices'), subtitle: msg('Every voice, to be heard and chosen') },
  [paths.guide]: { title: msg('User Guide'), subtitle: msg('From the first request to a finished voice') },
  [paths.settings]: { title: msg('Settings'), subtitle: msg('Configuration of this platform, read-only') },
  [paths.pricing]: {
    title: msg('Pricing'),
    subtitle: msg('Pay for finished voice jobs. Failed and cached ones are free.'),
  },
  [paths.account]: { title: msg('My Account'), subtitle: msg('Plan, usage and access') },
  [paths.requests]: { title: msg('Requests'), subtitle: msg('What your programs asked, and how it was answered') },
  [paths.usage]: { title: msg('Usage report'), subtitle: msg('Calls, times and spending, day by day') },
  [paths.terms]: { title: msg('Terms of Service'), subtitle: msg('Last updated October 18, 2025') },
  [paths.license]: { title: msg('License') },
  [paths.shared]: { title: msg('Shared sound'), subtitle: msg('Heard by whoever has its link') },
  [paths.verify]: {
    title: msg('Verify a file'),
    subtitle: msg('Whether a sound or a receipt is of this platform, and unchanged'),
  },
  [paths.status]: { title: msg('Status'), subtitle: msg('What is served now, and was in the last 90 days') },
  [paths.verifyEmail]: { title: msg('Verify your email'), subtitle: msg('Mails of your account go to it') },
  [paths.logIn]: { title: msg('Log In'), subtitle: msg('Welcome back to Utter') },
  [paths.signUp]: { title: msg('Sign up') },
} as const satisfies Record<string, ScreenMessages>

export type TitledPath = keyof typeof titles

/** The title of a screen in the language of the page, and the line below it, empty where it has none. */
export function screenTitle(path: TitledPath): { title: string; subtitle: string } {
  const { title, subtitle }: ScreenMessages = titles[path]
  return { title: t(title), subtitle: subtitle ? t(subtitle) : '' }
}
