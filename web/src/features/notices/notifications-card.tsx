import { useQuery } from '@tanstack/react-query'
import { type NoticeRule, noticeKinds, noticeRules } from '@utter/contracts/http/notices/notice'
import type { MailSetting, MailSettings } from '@utter/contracts/http/notices/views'
import styled from 'styled-components'
import { t } from '../../lib/language/words.ts'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Caption } from '../../ui/layout/text.tsx'
import { samePlansQuery } from '../plans/queries.ts'
import { useMe } from '../session/me.ts'
import { AskedUnsubscribe } from './asked-unsubscribe.tsx'
import { MailLanguage } from './mail-language.tsx'
import { noticeLabels } from './notice-labels.ts'
import { mailSettingsQuery } from './queries.ts'
import { type NoticeWay, useChangeMailSettings } from './use-mail-settings.ts'

const Table = styled.table`
  width: 100%;
  border-collapse: collapse;

  th { padding: 0; font-weight: 500; text-align: left; }
  thead th { height: 40px; color: var(--fg-3); font-size: 12px; }
  tbody tr { border-top: 1px solid var(--line); }
  tbody th { padding: 8px 16px 8px 0; font-size: 13px; line-height: 20px; }
  thead th + th, td { width: 84px; padding: 0; text-align: center; }
  small { display: block; font-weight: 400; }
`

/** All of the cell is hit. */
const Choice = styled.label`
  display: grid;
  place-items: center;
  min-height: 44px;
  cursor: pointer;
  input { width: 16px; height: 16px; margin: 0; accent-color: var(--ink); cursor: pointer; }
`

export function NotificationsCard() {
  const settings = useQuery(mailSettingsQuery)
  return (
    <Card id="notifications" aria-labelledby="notifications-title">
      <CardHead>
        <hgroup>
          <h2 id="notifications-title">{t('Notifications')}</h2>
          <p>{t('What you are told outside of the app.')}</p>
        </hgroup>
      </CardHead>
      <CardBody>
        <Part
          query={settings}
          waiting={<Choices settings={usual} isWaiting />}
          failure={t('Your notifications could not be read')}
        >
          {(read) => (
            <>
              <Choices settings={read} />
              <AskedUnsubscribe settings={read} />
            </>
          )}
        </Part>
      </CardBody>
    </Card>
  )
}

/** The lines as they are where mails are sent, before it is known which are wanted. */
const usual: MailSettings = {
  isMailing: true,
  kinds: noticeKinds.map((kind) => {
    const { isOptional, webhookType }: NoticeRule = noticeRules[kind]
    return { kind, isOptional, webhookType: webhookType ?? null, isMailed: true, isSentToWebhook: true }
  }),
}

const WaitingToggle = () => (
  <Choice as="span">
    <Skeleton $width="16px" $height={16} />
  </Choice>
)

function Choices({ settings: { isMailing, kinds }, isWaiting }: { settings: MailSettings; isWaiting?: boolean }) {
  const plans = useQuery(samePlansQuery)
  const { data: me } = useMe()
  const hasWebhooks = plans.data?.find(({ name }) => name === me?.subscriptionTier)?.webhooks ?? false
  const shown = kinds.filter(({ webhookType }) => isMailing || (hasWebhooks && webhookType !== null))
  return (
    <>
      {isMailing ? <MailLanguage /> : <p>{t('This platform sends no mails.')}</p>}
      {shown.length > 0 && (
        <Table aria-labelledby="notifications-title">
          <thead>
            <tr>
              <th scope="col">{t('Notification')}</th>
              {isMailing && <th scope="col">{t('Mail')}</th>}
              {hasWebhooks && <th scope="col">{t('Webhook')}</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((setting) => (
              <tr key={setting.kind}>
                <th scope="row">
                  {t(noticeLabels[setting.kind].title)}
                  <Caption as="small">{t(noticeLabels[setting.kind].about)}</Caption>
                </th>
                {isMailing && (
                  <td>
                    {isWaiting ? (
                      <WaitingToggle />
                    ) : setting.isOptional ? (
                      <Toggle setting={setting} way="isMailed" name={t('Mail')} />
                    ) : (
                      <Caption>{t('Always sent')}</Caption>
                    )}
                  </td>
                )}
                {hasWebhooks && (
                  <td>
                    {setting.webhookType !== null &&
                      (isWaiting ? (
                        <WaitingToggle />
                      ) : (
                        <Toggle setting={setting} way="isSentToWebhook" name={t('Webhook')} />
                      ))}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </>
  )
}

interface ToggleProps {
  setting: MailSetting
  way: NoticeWay
  name: string
}

function Toggle({ setting, way, name }: ToggleProps) {
  const { kind, [way]: isOn } = setting
  const change = useChangeMailSettings()
  return (
    <Choice>
      <input
        type="checkbox"
        aria-label={`${name}: ${t(noticeLabels[kind].title)}`}
        checked={isOn}
        onChange={({ target }) => change({ kind, way, isOn: target.checked })}
      />
    </Choice>
  )
}
