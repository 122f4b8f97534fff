import type { CDPSession, Page } from '@playwright/test'

/** A phone with a finger on it, that is asked by the browser. */
export async function aPhone(page: Page): Promise<{ finger: (isRight: boolean) => Promise<unknown> }> {
  const browser: CDPSession = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  const finger = (isUserVerified: boolean) =>
    browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  return { finger }
}
