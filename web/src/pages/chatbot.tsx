import { Page, Prose } from '../ui/page.tsx'

export function ChatbotPage() {
  return (
    <Page title="Voice Chatbot">
      <Prose>This screen is in preparation: you will write to an assistant here and hear its answers.</Prose>
    </Page>
  )
}
