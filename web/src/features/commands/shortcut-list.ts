import { paths } from '@utter/contracts/screens'
import { withCommand } from '../../lib/shortcuts.ts'
import { keysTo } from './go-keys.ts'

interface Shortcut {
  does: string
  /** Each of them does it. */
  keys: string
  /** Goes when single keys are turned off. */
  isSingle?: boolean
  /** Means what has the focus, or what has just come up: no line of the palette does it. */
  isHere?: true
}

/** Every shortcut of the app, by the place in which it works. A new one gets its line here. */
export const shortcutGroups: { title: string; shortcuts: Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      { does: 'Search and commands', keys: withCommand('K') },
      { does: 'Toggle sidebar', keys: withCommand('B') },
      { does: 'Go to the notification', keys: 'F8', isHere: true },
      { does: 'Close what is open', keys: 'Esc', isHere: true },
      { does: 'Keyboard shortcuts', keys: '?', isSingle: true },
    ],
  },
  {
    title: 'Go to',
    shortcuts: [
      { does: 'Dashboard', keys: keysTo(paths.dashboard) ?? '', isSingle: true },
      { does: 'Job Queue', keys: keysTo(paths.jobs) ?? '', isSingle: true },
      { does: 'API Playground', keys: keysTo(paths.playground) ?? '', isSingle: true },
      { does: 'Voice Chatbot', keys: keysTo(paths.chatbot) ?? '', isSingle: true },
    ],
  },
  {
    title: 'Job Queue',
    shortcuts: [
      { does: 'Search jobs', keys: '/', isSingle: true },
      { does: 'Row before or after', keys: '↑ ↓', isHere: true },
      { does: 'Choose the row', keys: 'X', isSingle: true, isHere: true },
      { does: 'Choose all from the last one to it', keys: 'Shift X', isSingle: true, isHere: true },
      { does: 'Choose none', keys: 'Esc', isHere: true },
    ],
  },
  { title: 'Comparison', shortcuts: [{ does: 'Hear the other take, at the same place', keys: 'T', isSingle: true }] },
  { title: 'API Playground', shortcuts: [{ does: 'Submit Request', keys: withCommand('Enter') }] },
  {
    title: 'Voice Chatbot',
    shortcuts: [
      { does: 'Send the message', keys: 'Enter', isHere: true },
      { does: 'New line', keys: 'Shift Enter', isHere: true },
    ],
  },
  {
    title: 'Works',
    shortcuts: [
      { does: 'Save the paragraph', keys: withCommand('Enter'), isHere: true },
      { does: 'Give its change up', keys: 'Esc', isHere: true },
    ],
  },
  { title: 'Open job', shortcuts: [{ does: 'Job before or after it in the list', keys: '↑ ↓', isHere: true }] },
  {
    title: 'Player',
    shortcuts: [
      { does: 'Play or pause', keys: 'Space', isHere: true },
      { does: '5 seconds back or on', keys: '← →', isHere: true },
      { does: 'Beginning or end', keys: 'Home End', isHere: true },
    ],
  },
]
