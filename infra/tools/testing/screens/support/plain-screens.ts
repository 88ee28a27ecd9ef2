import type { Who } from './screen-state.ts'

/** Screens as they open: for whom, where, and their heading. */
export const plainScreens: [Who, string, string][] = [
  ['visitor', '/jobs', 'Job Queue'],
  ['visitor', '/test', 'API Playground'],
  ['visitor', '/chatbot', 'Voice Chatbot'],
  ['visitor', '/guide', 'User Guide'],
  ['visitor', '/settings', 'Settings'],
  ['visitor', '/pricing', 'Pricing'],
  ['visitor', '/terms', 'Terms of Service'],
  ['visitor', '/license', 'License'],
  ['visitor', '/verify', 'Verify a file'],
  ['visitor', '/status', 'Status'],
  ['visitor', '/verify-email', 'Verify your email'],
  ['visitor', '/voices', 'Voices'],
  ['visitor', '/login', 'Log In'],
  ['visitor', '/signup', 'Sign up'],
  ['busy', '/settings', 'Settings'],
  ['busy', '/pricing', 'Pricing'],
  ['busy', '/account', 'My Account'],
]
