import type { UseQueryResult } from '@tanstack/react-query'
import type { Settings } from '@utter/contracts/http/account/settings'
import { paths } from '@utter/contracts/screens'
import { Lock } from 'lucide-react'
import styled from 'styled-components'
import { fromServer } from '../../lib/language/from-server.ts'
import { t } from '../../lib/language/words.ts'
import { DataList, DataRow } from '../../ui/data/data-list.tsx'
import { LinkButton } from '../../ui/form/button.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Mono, Row } from '../../ui/layout/text.tsx'
import { logInFor } from '../session/next-path.ts'
import { WaitingSettings } from './waiting-rows.tsx'

const Badge = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  flex: none;
  height: 24px;
  padding: 0 8px;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-2);
  color: var(--fg-2);
  font-size: 12px;
  font-weight: 550;
  line-height: 16px;
  white-space: nowrap;
`

const Invitation = styled(Row)`
  flex-wrap: wrap;
  gap: 12px;
  color: var(--fg-2);
`

/** How many lines the server has, until they are there. */
const lines = 4

interface CredentialsCardProps {
  query: UseQueryResult<Settings>
  isVisitor: boolean
}

/** The masked lines, exactly as they were sent: nothing can be shown of them or copied. */
export const CredentialsCard = ({ query, isVisitor }: CredentialsCardProps) => (
  <Card aria-labelledby="credentials-title">
    <CardHead>
      <hgroup>
        <h2 id="credentials-title">{t('Credentials')}</h2>
        <p>{t('Masked by the server. The whole value never leaves it.')}</p>
      </hgroup>
      <Badge>
        <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
        {t('Read-only')}
      </Badge>
    </CardHead>
    <CardBody>
      {isVisitor ? (
        <Invitation $isBetween>
          <p>{t('Log in to see the masked credentials and the models of this platform.')}</p>
          <LinkButton to={logInFor(paths.settings)}>{t('Log In')}</LinkButton>
        </Invitation>
      ) : (
        <Part query={query} waiting={<WaitingSettings count={lines} />} failure={t('The settings could not be read')}>
          {({ credentials }) => (
            <DataList>
              {credentials.map(({ name, value }) => (
                <DataRow key={name} name={fromServer(name)}>
                  <span>
                    <Mono>{fromServer(value)}</Mono>
                  </span>
                </DataRow>
              ))}
            </DataList>
          )}
        </Part>
      )}
    </CardBody>
  </Card>
)
