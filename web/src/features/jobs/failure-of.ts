import { fromServer } from '../../lib/language/from-server.ts'
import { t } from '../../lib/language/words.ts'

/** Why a job has failed, in the language of the page. */
export const failureOf = ({ error }: { error?: string | undefined }): string =>
  error === undefined ? t('Unknown error') : fromServer(error)
