import { saveAnswer } from '../../lib/browser/save-answer.ts'
import { t } from '../../lib/language/words.ts'
import { SaveButton } from '../export-data/save-button.tsx'

/** The period's calls by day, key and voice. */
export const CsvButton = () => (
  <SaveButton
    look="ghost"
    save={() => saveAnswer('GET', '/api/usage?format=csv', 'usage.csv')}
    failure={t('Unable to download the usage')}
  >
    {t('Download CSV')}
  </SaveButton>
)
