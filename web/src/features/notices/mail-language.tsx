import { useQueryClient } from '@tanstack/react-query'
import { isLanguage, languages } from '../../lib/language/languages.ts'
import { pageLanguage } from '../../lib/language/page-language.ts'
import { t } from '../../lib/language/words.ts'
import { request } from '../../lib/server/http.ts'
import { messageIn } from '../../lib/server/message-in.ts'
import { Button } from '../../ui/form/button.tsx'
import { Caption, Row } from '../../ui/layout/text.tsx'
import { accountChanged, useMe } from '../session/me.ts'
import { toastRefusal } from '../session/toast-refusal.ts'
import { useWrite } from '../session/use-write.ts'

/** The language of the account's mails; where the page has another one, a button that makes it theirs. */
export function MailLanguage() {
  const client = useQueryClient()
  const { data: me } = useMe()
  const ofPage = pageLanguage()
  const fallback = t('Unable to change the language of mails')
  const { write, isPending } = useWrite({
    send: async () => messageIn(await request('PUT', '/api/auth/language', { body: { language: ofPage } })),
    onDone: () => accountChanged(client),
    onRefused: (error) => toastRefusal(error, fallback),
    fallback,
    isRepeatable: true,
  })
  if (!me) return null
  const present = me.language !== undefined && isLanguage(me.language) ? me.language : 'en'
  return (
    <Row $gap={16}>
      <Caption>{t('Language of mails: {language}', { language: languages[present] })}</Caption>
      {present !== ofPage && (
        <Button isSmall isBusy={isPending} onClick={() => write(undefined)}>
          {t('Change to {language}', { language: languages[ofPage] })}
        </Button>
      )}
    </Row>
  )
}
