import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { sentenceOf } from '../../../lib/server/http.ts'
import { toastError } from '../../../lib/toasts.ts'
import { LinkLike } from '../forgotten-password.tsx'
import { askForPasskey, hasPasskeys, noPasskey } from './passkeys.ts'
import { secondFactorQuery } from './queries.ts'

const Place = styled.div`
  margin: -8px 0 0 -4px;
  font-size: 13px;
`

interface PasskeyProofProps {
  isBusy: boolean
  /** Takes the answer of a passkey, which stands for the password. */
  onProof: (passkey: object) => unknown
}

/** Below a password that is asked for again: a passkey in its place, where the account has one. */
export function PasskeyProof({ isBusy, onProof }: PasskeyProofProps) {
  const { data } = useQuery(secondFactorQuery)
  const [isAsking, setIsAsking] = useState(false)
  if (!hasPasskeys() || !data?.passkeys.length) return null
  const ask = async () => {
    setIsAsking(true)
    try {
      await onProof(await askForPasskey('/api/auth/verify-passkey/options'))
    } catch (error) {
      toastError(t('Error'), sentenceOf(error, t(noPasskey)))
    } finally {
      setIsAsking(false)
    }
  }
  return (
    <Place>
      <LinkLike type="button" disabled={isBusy || isAsking} onClick={ask}>
        {t('Use a passkey instead')}
      </LinkLike>
    </Place>
  )
}
