import { notFound } from '@utter/http/problem'

/** @returns a 404: a platform without mails has nothing that needs them */
export const noMails = () => notFound('This platform sends no mails', 'no_mails')
