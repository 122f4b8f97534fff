import { chromium } from 'playwright'
const [,, out, lang, width, ...paths] = process.argv
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: Number(width), height: width < 600 ? 844 : 900 } })
page.on('console', m => m.type()==='error' && console.log('console', m.text().slice(0,200)))
await page.goto('http://127.0.0.1:8471/login')
if (lang === 'en') await page.getByRole('button', { name: 'English' }).click()
const L = lang === 'en' ? ['Company code','Account','Password','Sign in'] : ['公司编码','账号','密码','登录']
await page.getByRole('textbox', { name: L[0], exact: true }).fill('DEMO')
await page.getByRole('textbox', { name: L[1], exact: true }).fill(process.env.ACC ?? 'admin')
await page.getByLabel(L[2], { exact: true }).fill(process.env.PW ?? 'demo-pass-1')
await page.getByRole('button', { name: L[3], exact: true }).click()
await page.waitForURL(u => !u.pathname.includes('login'))
await page.waitForTimeout(1500)
for (const p of paths) { await page.goto('http://127.0.0.1:8471' + p); await page.waitForTimeout(2500); await page.screenshot({ path: `${out}-${p.replace(/\W+/g,'_')}-${lang}-${width}.png` }) }
await browser.close()
