# Signs in and out with the client of openapi-generator's ruby generator.
$LOAD_PATH.unshift File.join(__dir__, "client", "lib")
require "uri"
require "openapi_client"
include OpenapiClient

def check(passed, what, found = nil)
  raise "Failed: #{what}. Found: #{found.inspect}" unless passed

  puts "  ✓ #{what}"
end

url = URI(ENV.fetch("AUTHDOCK_URL"))
OpenapiClient.configure do |config|
  config.scheme = url.scheme
  config.host = "#{url.host}:#{url.port}"
  config.base_path = url.path
  config.server_index = nil
end

authentication = AuthenticationApi.new
credentials = LoginRequest.new(email: ENV.fetch("AUTHDOCK_OWNER_EMAIL"), password: ENV.fetch("AUTHDOCK_PASSWORD"))
login = authentication.auth_login(credentials)
check(login.data.is_a?(UserWithToken), "signs in", login)
OpenapiClient.configure { |config| config.access_token = login.data.token }

definitions = DefinitionsApi.new.definitions_index(keys: %w[userStatus yesNo]).data
check(definitions.keys.map(&:to_s).sort == %w[userStatus yesNo], "reads two definitions", definitions)

users = UsersApi.new.users_index(filter_search: "ruby@example", sort: "email").data.items
check(users.last.email == ENV.fetch("AUTHDOCK_USER_EMAIL"), "lists users", users)

authentication.auth_logout
begin
  authentication.auth_me
  raise "The call must fail."
rescue ApiError => e
  check(e.code == 401, "can't use the token any more", e)
end
