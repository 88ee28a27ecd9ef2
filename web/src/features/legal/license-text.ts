import type { LegalSection } from './legal-text.tsx'

/** The MIT licence of the software, as in the file LICENSE, and a word on what it does not cover. */
export const license: LegalSection[] = [
  {
    title: 'MIT License',
    paragraphs: [
      'Copyright (c) 2026 The Utter authors',
      'Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:',
      'The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.',
      'THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.',
    ],
  },
  {
    title: 'Generated audio',
    paragraphs: [
      'The license above covers the software, not what is made with it. Audio that this platform generates from your text belongs to you, as far as your text and the voice allow; the voices and the models have licenses of their own, which their providers name. Say that a voice is synthetic where people could take it for a person’s.',
    ],
  },
]
