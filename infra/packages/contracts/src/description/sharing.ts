import { JobShare, NewShare, SharedJob, SharedVoice, ShareRequest } from '../http/jobs/share.ts'
import { describe } from './describe.ts'

const withText = 'Whether its texts are shown with its sound.'

export const sharingDescriptions = [
  describe(ShareRequest, 'ShareRequest', 'How a job is shared.', {
    text: 'Whether its texts are shown with its sound; absent: they are.',
  }),
  describe(NewShare, 'NewShare', 'The secret link of a shared job.', {
    url: 'It is told this once: whoever has it hears the job.',
    sharedAt: 'When it was made.',
    text: withText,
  }),
  describe(JobShare, 'JobShare', 'That a job is shared.', { since: 'When its link was made.', text: withText }),
  describe(SharedJob, 'SharedJob', 'A job as a stranger with its link has it.', {
    userText: 'Its text, without its marks; absent: its texts are not shared.',
    aiResponse: 'The reply to it, which is what was spoken; absent: its text was, or its texts are not shared.',
    voice: 'Who speaks it.',
    language: 'BCP 47, of what is spoken; absent: not known.',
    durationMs: 'Milliseconds of sound.',
    peaks: 'About 120 values from 0 to 1, for drawing the wave.',
    createdAt: 'When it was submitted.',
    audioUrl: 'Where the mp3 is, relative to the origin.',
    words:
      'The words with their times in the mp3 in seconds; absent: it has none, the plan of its owner has none, or its texts are not shared.',
  }),
  describe(SharedVoice, 'SharedVoice', 'The voice of a shared job.', {
    id: 'The id of the voice.',
    name: 'Its name, where it is a voice that everybody has.',
  }),
]
