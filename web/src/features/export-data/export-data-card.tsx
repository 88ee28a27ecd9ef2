import { saveAnswer } from '../../lib/browser/save-answer.ts'
import { t } from '../../lib/language/words.ts'
import { Card, CardBody, CardFoot, CardHead } from '../../ui/layout/card.tsx'
import { Sub } from '../../ui/layout/text.tsx'
import { withFreshSession } from '../session/fresh-session.ts'
import { SaveButton } from './save-button.tsx'

const save = () => withFreshSession(() => saveAnswer('POST', '/api/auth/export', 'utter.zip'))

export const ExportDataCard = () => (
  <Card id="export" aria-labelledby="export-title">
    <CardHead>
      <h2 id="export-title">{t('Your data')}</h2>
    </CardHead>
    <CardBody>
      <Sub>{t('A zip of your account, API keys and audit, and of your jobs with their texts and audio.')}</Sub>
    </CardBody>
    <CardFoot>
      <SaveButton look="secondary" save={save} failure={t('Unable to export your data')}>
        {t('Export data')}
      </SaveButton>
    </CardFoot>
  </Card>
)
