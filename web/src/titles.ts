import { paths } from '@utter/contracts/screens'

export interface ScreenTitle {
  title: string
  subtitle?: string
}

/** The title of each screen: drawn before its code and its data are there. */
export const titles = {
  [paths.dashboard]: { title: 'Dashboard', subtitle: 'Real-time monitoring of voice pipeline jobs' },
  [paths.jobs]: { title: 'Job Queue', subtitle: 'View and manage all voice pipeline jobs' },
  [paths.playground]: { title: 'API Playground', subtitle: 'Send a voice job and hear the result' },
  [paths.chatbot]: { title: 'Voice Chatbot', subtitle: 'Ask a question and hear the answer' },
  [paths.works]: { title: 'Works', subtitle: 'Books and other long texts, spoken chapter by chapter' },
  [paths.newWork]: { title: 'New work', subtitle: 'A book or another long text, and the voice that speaks it' },
  [paths.work]: { title: 'Work', subtitle: 'Its chapters, to be heard and changed' },
  [paths.batches]: { title: 'Batches', subtitle: 'Many texts at once, each of them a sound' },
  [paths.newBatch]: { title: 'New batch', subtitle: 'A list of texts, and the voice that speaks them' },
  [paths.batch]: { title: 'Batch', subtitle: 'Its lines, as they are spoken' },
  [paths.voices]: { title: 'Voices', subtitle: 'Every voice, to be heard and chosen' },
  [paths.guide]: { title: 'User Guide', subtitle: 'From the first request to a finished voice' },
  [paths.settings]: { title: 'Settings', subtitle: 'Configuration of this platform, read-only' },
  [paths.pricing]: { title: 'Pricing', subtitle: 'Pay for finished voice jobs. Failed and cached ones are free.' },
  [paths.account]: { title: 'My Account', subtitle: 'Plan, usage and access' },
  [paths.requests]: { title: 'Requests', subtitle: 'What your programs asked, and how it was answered' },
  [paths.usage]: { title: 'Usage report', subtitle: 'Calls, times and spending, day by day' },
  [paths.terms]: { title: 'Terms of Service', subtitle: 'Last updated October 18, 2025' },
  [paths.license]: { title: 'License' },
  [paths.verify]: {
    title: 'Verify a file',
    subtitle: 'Whether a sound or a receipt is of this platform, and unchanged',
  },
  [paths.status]: { title: 'Status', subtitle: 'What is served now, and was in the last 90 days' },
  [paths.verifyEmail]: { title: 'Verify your email', subtitle: 'Mails of your account go to it' },
  [paths.logIn]: { title: 'Log In', subtitle: 'Welcome back to Utter' },
  [paths.signUp]: { title: 'Sign up' },
} as const satisfies Record<string, ScreenTitle>
