import { paths } from '@utter/contracts/screens'
import { type MessageDescriptor, msg } from '../../lib/language/words.ts'
import { withCommand } from '../../lib/shortcuts.ts'
import { keysTo } from './go-keys.ts'

interface Shortcut {
  does: MessageDescriptor
  /** Each of them does it. */
  keys: string
  /** Goes when single keys are turned off. */
  isSingle?: boolean
  /** Means what has the focus, or what has just come up: no line of the palette does it. */
  isHere?: true
}

/** Every shortcut of the app, by the place in which it works. A new one gets its line here. */
export const shortcutGroups: { title: MessageDescriptor; shortcuts: Shortcut[] }[] = [
  {
    title: msg('Everywhere'),
    shortcuts: [
      { does: msg('Search and commands'), keys: withCommand('K') },
      { does: msg('Toggle sidebar'), keys: withCommand('B') },
      { does: msg('Go to the notification'), keys: 'F8', isHere: true },
      { does: msg('Close what is open'), keys: 'Esc', isHere: true },
      { does: msg('Keyboard shortcuts'), keys: '?', isSingle: true },
    ],
  },
  {
    title: msg('Go to'),
    shortcuts: [
      { does: msg('Dashboard'), keys: keysTo(paths.dashboard) ?? '', isSingle: true },
      { does: msg('Job Queue'), keys: keysTo(paths.jobs) ?? '', isSingle: true },
      { does: msg('API Playground'), keys: keysTo(paths.playground) ?? '', isSingle: true },
      { does: msg('Voice Chatbot'), keys: keysTo(paths.chatbot) ?? '', isSingle: true },
    ],
  },
  {
    title: msg('Job Queue'),
    shortcuts: [
      { does: msg('Search jobs'), keys: '/', isSingle: true },
      { does: msg('Row before or after'), keys: '↑ ↓', isHere: true },
      { does: msg('Choose the row'), keys: 'X', isSingle: true, isHere: true },
      { does: msg('Choose all from the last one to it'), keys: 'Shift X', isSingle: true, isHere: true },
      { does: msg('Choose none'), keys: 'Esc', isHere: true },
    ],
  },
  {
    title: msg('Comparison'),
    shortcuts: [{ does: msg('Hear the other take, at the same place'), keys: 'T', isSingle: true }],
  },
  { title: msg('API Playground'), shortcuts: [{ does: msg('Submit Request'), keys: withCommand('Enter') }] },
  {
    title: msg('Voice Chatbot'),
    shortcuts: [
      { does: msg('Send the message'), keys: 'Enter', isHere: true },
      { does: msg('New line'), keys: 'Shift Enter', isHere: true },
    ],
  },
  {
    title: msg('Works'),
    shortcuts: [
      { does: msg('Save the paragraph'), keys: withCommand('Enter'), isHere: true },
      { does: msg('Give its change up'), keys: 'Esc', isHere: true },
    ],
  },
  {
    title: msg('Open job'),
    shortcuts: [{ does: msg('Job before or after it in the list'), keys: '↑ ↓', isHere: true }],
  },
  {
    title: msg('Player'),
    shortcuts: [
      { does: msg('Play or pause'), keys: 'Space', isHere: true },
      { does: msg('5 seconds back or on'), keys: '← →', isHere: true },
      { does: msg('Beginning or end'), keys: 'Home End', isHere: true },
    ],
  },
]
