import type { Words } from '../lib/model'

export const words = {
  first: { zh: '第一局前要下载 {mb} MB，之后断网也能玩。', en: 'Your first game downloads {mb} MB. After that you can play offline.' },
  firstUnknown: { zh: '第一局前要下载几 MB，之后断网也能玩。', en: 'Your first game downloads a few MB. After that you can play offline.' },
  fetch: { zh: '现在下载', en: 'Download now' },
  fetching: { zh: '正在下载：{done} / {mb} MB', en: 'Downloading: {done} of {mb} MB' },
  starting: { zh: '正在准备牌桌…', en: 'Setting the table…' },
  ready: { zh: '断网也能玩了，牌局保存在这台设备上。', en: 'Ready to play offline. Games are kept on this device.' },
  failed: { zh: '没下载完。请检查网络后再试。', en: 'The download didn’t finish. Check your connection and try again.' },
  again: { zh: '再试一次', en: 'Try again' },
  forbidden: {
    zh: '浏览器不让保存（可能是无痕窗口）。牌局可以继续，关掉页面就没有了。',
    en: 'This browser won’t save anything here (a private window?). You can play on, but the game is lost when you close the page.',
  },
  full: {
    zh: '浏览器的空间满了。牌局可以继续，但从现在起不再保存。',
    en: 'The browser’s storage is full. You can play on, but nothing is saved from now on.',
  },
  understood: { zh: '知道了', en: 'OK' },
  update: { zh: '有新版本。没打完的牌局会保留。', en: 'A new version is ready. Unfinished games are kept.' },
  updateNow: { zh: '更新', en: 'Update' },
  later: { zh: '以后', en: 'Later' },
} as const satisfies Record<string, Words>
