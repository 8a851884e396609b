/** Where GitHub's OAuth2 and API are. */
export interface GitHubAddresses {
  issuer: string;
  authorize: string;
  token: string;
  user: string;
  emails: string;
}

export const GITHUB: GitHubAddresses = {
  issuer: "https://github.com/login/oauth",
  authorize: "https://github.com/login/oauth/authorize",
  token: "https://github.com/login/oauth/access_token",
  user: "https://api.github.com/user",
  emails: "https://api.github.com/user/emails",
};
