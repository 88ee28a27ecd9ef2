import { MessageAnswer } from '@utter/contracts/http/account/user-view'
import { fromServer } from '../language/from-server.ts'

/** The sentence with which the server confirms an act, in the language of the page. @throws for an answer without one */
export const messageIn = (answer: unknown): string => fromServer(MessageAnswer.parse(answer).message)
