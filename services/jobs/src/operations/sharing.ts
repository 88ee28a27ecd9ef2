import type { Operation } from '@utter/http/openapi/operation'
import { rangedAnswers, rangedRefusals } from './ranged-sound.ts'

const ofJob = { id: 'The id of the job.' } as const
const ofLink = { secret: 'The secret in the link.' } as const

/** The routes by which a job is shared, and heard by strangers, in the API's description. */
export const sharingOperations = {
  share: {
    id: 'shareJob',
    tag: 'Jobs',
    summary: 'Share a job by a link, or renew its link',
    description:
      'The link is a secret: whoever has it hears the job, without a login, until it is taken back or the job is gone. It is told this once; a link before it opens nothing any more.',
    parameters: ofJob,
    example: { text: false },
    refusals: { 409: 'The job has not completed, or has no sound (`code` `job_not_completed`).' },
  },
  unshare: {
    id: 'unshareJob',
    tag: 'Jobs',
    summary: 'Take back the link of a job',
    description: 'It opens nothing any more.',
    parameters: ofJob,
    answers: { 204: { description: 'There is none.' } },
  },
  shared: {
    id: 'getSharedJob',
    tag: 'Jobs',
    summary: 'A shared job',
    description: 'For whoever has its link. It says nothing of the account whose job it is.',
    parameters: ofLink,
    refusals: { 404: 'The link opens nothing: it never did, was taken back, or its job is gone.' },
  },
  sound: {
    id: 'getSharedAudio',
    tag: 'Jobs',
    summary: 'The sound of a shared job',
    description: 'An mp3, for whoever has its link.',
    parameters: { ...ofLink, download: 'Present: a browser saves it, in place of playing it.' },
    headers: ['Range', 'IfNoneMatch'],
    answers: rangedAnswers('audio/mpeg', 'The whole mp3.'),
    refusals: {
      404: 'The link opens nothing.',
      ...rangedRefusals,
    },
  },
} satisfies Record<string, Operation>
