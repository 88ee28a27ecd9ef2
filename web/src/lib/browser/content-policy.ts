import { setNonce } from 'get-nonce'
import * as z from 'zod/mini'

// Must run before any other module of ours: the page allows no eval, and zod would try one to find that out.
z.config({ jitless: true })

// styled-components reads this meta by itself; the scroll lock of dialogs asks get-nonce.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)
